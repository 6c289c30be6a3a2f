'use strict';
const fastify = require('fastify')();
const scrypt = require('scrypt-kdf');

const memories = [
  { id: 1, project: 'billing', text: 'Invoices are numbered per year' },
  { id: 2, project: 'billing', text: 'Refunds need two approvals' },
  { id: 3, project: 'search', text: 'Synonyms live in synonyms.txt' },
];
const tokens = [];

async function issueToken(name, plaintext, expiresAt = Infinity) {
  const hash = await scrypt.kdf(plaintext, { logN: 14 });
  tokens.push({ id: tokens.length + 1, name, hash, revoked: false, expiresAt });
}

function bearer(request) {
  const [scheme, value] = (request.headers.authorization || '').split(' ');
  return scheme === 'Bearer' ? value : null;
}

async function authenticate(plaintext) {
  for (const row of tokens) {
    if (row.revoked || row.expiresAt < Date.now()) continue;
    if (await scrypt.verify(row.hash, plaintext)) return row; // HERE
  }
  return null;
}

fastify.decorateRequest('client', null);

fastify.addHook('onRequest', async (request, reply) => {
  if (request.url === '/health') return;
  const token = bearer(request);
  const row = token && (await authenticate(token));
  if (!row) return reply.code(401).send({ error: 'invalid token' });
  request.client = row.name;
});

fastify.get('/health', async () => ({ ok: true }));

fastify.get('/memories', async (request) => {
  const { project } = request.query;
  const items = project ? memories.filter((memory) => memory.project === project) : memories;
  return { client: request.client, items };
});

async function main() {
  await issueToken('editor', 'mem_ed_47be01f3');
  await issueToken('ci', 'mem_ci_9a1c55d2');
  await fastify.listen({ port: Number(process.env.PORT) || 3000, host: '127.0.0.1' });
}

main();
