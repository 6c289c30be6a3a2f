import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash, scryptSync } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

type Pass = { serial: number; event: string; gate: string; seat: string; conditions: string; check: string };

const pack = promisify(brotliCompress);
const secret = scryptSync('festival', 'wallet-pass', 32);

const words = ('admission is valid for one person on the printed day re-entry needs a stamp bags larger than A4 are '
  + 'not allowed children under twelve need a guardian the organiser may change the programme refunds are paid '
  + 'within thirty days glass bottles umbrellas drones and professional cameras stay outside').split(' ');

function conditions(): string {
  const sentences: string[] = [];
  let state = 17;
  while (sentences.length < 60) {
    const sentence: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      sentence.push(words[(state >>> 8) % words.length]);
    }
    sentences.push(`${sentences.length + 1}. ${sentence.join(' ')}.`);
  }
  return sentences.join('\n');
}

const terms = conditions();
let serial = 0;

function issue(): Pass {
  serial += 1;
  const seat = `${'ABCDEFGH'[serial % 8]}${(serial % 40) + 1}`;
  const check = createHash('sha256').update(secret).update(`${serial}/${seat}`).digest('hex');
  return { serial, event: 'Lakeside Festival', gate: `G${(serial % 6) + 1}`, seat, conditions: terms, check };
}

async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const pass = issue();
  const packed = await pack(JSON.stringify(pass)); // <- here
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify({ serial: pass.serial, seat: pass.seat, pass: packed.toString('base64') }));
}

const server = http.createServer((req, res) => {
  handle(req, res).catch(() => {
    res.statusCode = 500;
    res.end();
  });
});

server.listen(Number(process.env.PORT), process.env.HOST);
