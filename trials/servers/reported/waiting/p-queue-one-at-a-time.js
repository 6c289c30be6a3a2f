// Contacts from a CRM, which allows 10000 calls of ours per second.
const fastify = require('fastify')();
const { default: PQueue } = require('p-queue');
const { Agent, request } = require('undici');
const startFake = require('./fake-start');

let crmUrl;
const agent = new Agent({ connections: 100 });
const crmQueue = new PQueue({ concurrency: 1 }); // HERE

async function callCrm(path) {
  const { statusCode, body } = await request(crmUrl + path, { dispatcher: agent });
  const data = await body.json();
  if (statusCode !== 200) throw new Error(`CRM answered ${statusCode}`);
  return data;
}

function getContact(id) {
  return crmQueue.add(() => callCrm('/contacts/' + id));
}

function toCard(contact) {
  const initials = contact.name.split(' ').map((word) => word[0]).join('');
  return { id: contact.id, initials, title: `${contact.name} (${contact.company})` };
}

fastify.addHook('onRequest', async (req, reply) => {
  reply.header('cache-control', 'no-store');
});

fastify.get('/health', async () => ({ ok: true, queued: crmQueue.size, running: crmQueue.pending }));

fastify.get('/contacts/:id', async (req) => toCard(await getContact(req.params.id)));

startFake('api').then((port) => {
  crmUrl = 'http://127.0.0.1:' + port;
  return fastify.listen({ port: Number(process.env.PORT || 3000), host: '127.0.0.1' });
}).then(() => console.log('listening'));
