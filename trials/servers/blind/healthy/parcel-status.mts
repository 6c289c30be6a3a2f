import http from 'node:http';
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

type State = 'accepted' | 'in-transit' | 'at-depot' | 'out-for-delivery' | 'delivered';

interface Parcel {
  number: string;
  state: State;
  scans: { at: number; place: string }[];
}

const STATES: State[] = ['accepted', 'in-transit', 'at-depot', 'out-for-delivery', 'delivered'];
const PLACES = ['Hamburg', 'Hannover', 'Kassel', 'Fulda', 'Frankfurt'];
const NUMBER = /^(?:P|R)\d{9}$/;

const parcels = new Map<string, Parcel>();
for (let i = 0; i < 5000; i++) {
  const number = `P${String(i).padStart(9, '0')}`;
  const scans = PLACES.slice(0, 1 + i % 5).map((place, n) => ({ at: 1_750_000_000 + i * 60 + n * 7200, place }));
  parcels.set(number, { number, state: STATES[i % 5], scans });
}

function latestFirst(parcel: Parcel): Parcel {
  return { ...parcel, scans: [...parcel.scans].sort((a, b) => b.at - a.at) };
}

function sign(text: string): string {
  return createHmac('sha256', 'tracking').update(text).digest('base64url');
}

class Recent {
  #numbers: string[] = [];

  add(number: string): void {
    this.#numbers.push(number);
    if (this.#numbers.length > 20) this.#numbers.shift();
  }

  get list(): string[] {
    return this.#numbers;
  }
}

const recent = new Recent();
let cursor = 0;

const server = http.createServer((req: IncomingMessage, res: ServerResponse) => {
  if (req.url === '/recent') {
    res.end(JSON.stringify(recent.list));
    return;
  }
  const number = `P${String(cursor++ % 5000).padStart(9, '0')}`;
  const parcel = NUMBER.test(number) ? parcels.get(number) : undefined;
  if (req.url !== '/' || !parcel) {
    res.writeHead(404).end();
    return;
  }
  recent.add(number);
  const body = JSON.stringify(latestFirst(parcel));
  res.setHeader('content-type', 'application/json');
  res.setHeader('x-signature', sign(body));
  res.end(body);
});

server.listen(Number(process.env.PORT), process.env.HOST);
