import Fastify from 'fastify';
import { generateKeyPairSync, sign, randomUUID, type KeyObject } from 'node:crypto';

interface Ticket {
  id: string;
  seat: string;
  issued: number;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
const pem = publicKey.export({ type: 'spki', format: 'pem' });

function seal(ticket: Ticket, key: KeyObject): Promise<string> {
  const payload = Buffer.from(JSON.stringify(ticket));
  return new Promise((resolve, reject) => {
    sign('sha256', payload, key, (error, signature) => { // <- here
      if (error) reject(error);
      else resolve(`${payload.toString('base64url')}.${signature.toString('base64url')}`);
    });
  });
}

const app = Fastify({ logger: false });
let seat = 0;

app.get('/key', async (request, reply) => {
  reply.type('application/x-pem-file');
  return pem;
});

app.get('/', async () => {
  seat = (seat + 1) % 400;
  const ticket: Ticket = {
    id: randomUUID(),
    seat: `${String.fromCharCode(65 + Math.floor(seat / 20))}${(seat % 20) + 1}`,
    issued: Date.now(),
  };
  return { ticket, token: await seal(ticket, privateKey) };
});

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
