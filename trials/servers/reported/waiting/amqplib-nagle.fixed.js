// A gateway: pages of articles are put together from answers of workers, which are asked over RabbitMQ.
const { randomUUID } = require('node:crypto');
const fastify = require('fastify')();
const amqp = require('amqplib');
const startFake = require('./fake-start');

class Rpc {
  constructor(channel) {
    this.channel = channel;
    this.pending = new Map();
  }

  async listen() {
    const { queue } = await this.channel.assertQueue('', { exclusive: true });
    this.replyTo = queue;
    await this.channel.prefetch(200);
    await this.channel.consume(queue, (message) => this.onReply(message));
  }

  onReply(message) {
    const { correlationId } = message.properties;
    const resolve = this.pending.get(correlationId);
    this.pending.delete(correlationId);
    this.channel.ack(message);
    if (resolve) resolve(JSON.parse(message.content));
  }

  call(queue, request) {
    return new Promise((resolve) => {
      const correlationId = randomUUID();
      this.pending.set(correlationId, resolve);
      this.channel.sendToQueue(queue, Buffer.from(JSON.stringify(request)), { correlationId, replyTo: this.replyTo });
    });
  }
}

async function connect(port) {
  const socketOptions = { keepAlive: true, noDelay: true, timeout: 5000 };
  const connection = await amqp.connect({ hostname: '127.0.0.1', port }, socketOptions);
  connection.on('error', (err) => console.error('rabbit', err.message));
  const rpc = new Rpc(await connection.createChannel());
  await rpc.listen();
  return rpc;
}

function page(id, price, stock) {
  return { id, title: `Article ${id}`, price: `${price.price.toFixed(2)} EUR`, available: stock.left > 0 };
}

async function main() {
  const rpc = await connect(await startFake('rabbit'));
  fastify.get('/health', async () => ({ ok: true, pending: rpc.pending.size }));
  fastify.get('/articles/:id', async (req) => {
    const price = await rpc.call('prices', { id: req.params.id });
    const stock = await rpc.call('stock', { id: req.params.id, from: price.from });
    return page(req.params.id, price, stock);
  });
  await fastify.listen({ port: Number(process.env.PORT || 3000), host: '127.0.0.1' });
}

main();
