import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Item { name: string; group: string; price: number }

const basket: Item[] = [
  { name: 'Linen tablecloth', group: 'textiles', price: 48 },
  { name: 'Teapot', group: 'ceramics', price: 62.5 },
];

if (isMainThread) {
  const tariffs = fork(new URL('../upstream-ben.js', import.meta.url));
  const [{ port }] = await once(tariffs, 'message');

  const shared = new SharedArrayBuffer(16);
  const state = new Int32Array(shared, 0, 1);
  const result = new Float64Array(shared, 8, 1);
  const client = new Worker(new URL(import.meta.url), { workerData: { shared, port } });
  await once(client, 'online');

  const dutyFor = (group: string): number => { // <- here
    Atomics.store(state, 0, 0);
    client.postMessage(group);
    Atomics.wait(state, 0, 0); // <- here
    return result[0]!;
  };

  const price = (item: Item) => {
    const duty = dutyFor(item.group); // <- here
    return { ...item, duty, total: item.price * (1 + duty / 100) };
  };

  const server = http.createServer((req, res) => {
    const item = basket[Math.floor(Math.random() * basket.length)]!;
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(price(item)));
  });
  server.listen(Number(process.env.PORT), process.env.HOST);
} else {
  const state = new Int32Array(workerData.shared, 0, 1);
  const result = new Float64Array(workerData.shared, 8, 1);
  const agent = new http.Agent({ keepAlive: true });

  parentPort!.on('message', (group: string) => {
    const options = { host: '127.0.0.1', port: workerData.port, path: `/?group=${group}`, agent };
    http.get(options, (res) => {
      let text = '';
      res.on('data', (chunk) => (text += chunk));
      res.on('end', () => {
        result[0] = JSON.parse(text).duty;
        Atomics.store(state, 0, 1);
        Atomics.notify(state, 0);
      });
    });
  });
}
