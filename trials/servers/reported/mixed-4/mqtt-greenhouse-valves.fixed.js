const { fork } = require('child_process');
const net = require('net');
const Koa = require('koa');
const Router = require('@koa/router');
const mqtt = require('mqtt');

let brokerUrl;

function runBroker() {
  const aedes = require('aedes')();
  process.on('disconnect', () => process.exit());
  aedes.authenticate = (client, username, password, done) => {
    setTimeout(() => done(null, username === 'office'), 120);
  };
  const server = net.createServer(aedes.handle);
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

let connection;

function connect() {
  return new Promise((resolve, reject) => {
    const client = mqtt.connect(brokerUrl, { username: 'office', password: 'tomato', keepalive: 60 });
    client.once('connect', () => resolve(client));
    client.once('error', reject);
  });
}

async function sendCommand(house, command) {
  connection = connection || connect();
  const client = await connection;
  const topic = `greenhouse/${house}/valves`;
  await new Promise((resolve, reject) => {
    client.publish(topic, JSON.stringify(command), { qos: 1 }, (err) => (err ? reject(err) : resolve()));
  });
  return topic;
}

function runApi(port) {
  brokerUrl = `mqtt://127.0.0.1:${port}`;
  const router = new Router();
  const lastWatering = new Map();

  router.get('/houses/:house/water', async (ctx) => {
    const minutes = Math.min(Number(ctx.query.minutes) || 5, 30);
    const command = { action: 'open', minutes, at: Date.now() };
    const topic = await sendCommand(ctx.params.house, command);
    lastWatering.set(ctx.params.house, command);
    ctx.body = { topic, ...command };
  });

  router.get('/houses/:house', (ctx) => {
    ctx.body = { house: ctx.params.house, last: lastWatering.get(ctx.params.house) || null };
  });

  const app = new Koa();
  app.use(router.routes());
  app.listen(process.env.PORT || 3000, '127.0.0.1');
}

if (process.argv[2] === 'broker') {
  runBroker();
} else {
  const broker = fork(__filename, ['broker']);
  broker.once('message', runApi);
}
