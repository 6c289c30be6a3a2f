import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Station {
  name: string;
  height: number;
  offset: number;
}

const stations: Station[] = [
  { name: 'Ridge', height: 1840, offset: 3 },
  { name: 'Harbour', height: 6, offset: 11 },
  { name: 'Airfield', height: 212, offset: 7 },
];

const history = new Map<string, number>();

const closing = new Promise<never>((_resolve, reject) => {
  process.once('SIGTERM', () => reject(new Error('closing down')));
});
closing.catch(() => process.exit(0));

function line(station: Station, hour: number): string {
  const warmth = 14 - station.height * 0.0065 + 6 * Math.sin((hour - station.offset) / 3.8);
  const wind = 4 + ((hour * station.offset) % 9) * 0.7;
  const sky = ['clear and dry', 'scattered cloud', 'showers, some heavy'][(hour + station.offset) % 3];
  const clock = String(hour % 24).padStart(2, '0');
  const figures = `temperature ${warmth.toFixed(1)} C  wind ${wind.toFixed(1)} m/s`;
  return `${station.name.padEnd(12)} ${clock}:00  ${figures}  ${sky}`;
}

async function compose(station: Station): Promise<string> {
  const lines: string[] = [];
  for (let hour = 0; hour < 40; hour += 1) lines.push(line(station, hour));
  return lines.join('\n');
}

async function bulletin(station: Station): Promise<string> {
  return Promise.race([compose(station), closing]); // <- here
}

let turn = 0;

async function answer(_req: IncomingMessage, res: ServerResponse): Promise<void> {
  const station = stations[turn++ % stations.length];
  const text = await bulletin(station);
  history.set(station.name, Date.now());
  res.setHeader('content-type', 'text/plain; charset=utf-8');
  res.setHeader('x-station', station.name);
  res.end(text);
}

const server = createServer((req, res) => {
  answer(req, res).catch(() => res.writeHead(503).end());
});

server.listen(Number(process.env.PORT), process.env.HOST);
