import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { fileURLToPath } from 'node:url';

interface Stock {
  sku: string;
  available: number;
}

class WarehouseClient {
  #port: number;
  #agent = new http.Agent({ keepAlive: true, maxSockets: 4 }); // <- here

  constructor(port: number) {
    this.#port = port;
  }

  stockOf(sku: string): Promise<Stock> { // <- here
    const options = { host: '127.0.0.1', port: this.#port, path: `/stock/${sku}`, agent: this.#agent };
    return new Promise((resolve, reject) => { // <- here
      const request = http.get(options, (response) => { // <- here
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => { text += chunk; });
        response.on('end', () => resolve({ sku, available: JSON.parse(text).amount }));
        response.on('error', reject);
      });
      request.on('error', reject);
    });
  }
}

const titles = ['Garden chair', 'Folding table', 'Parasol', 'Bench', 'Hammock', 'Fire bowl'];
const products = titles.map((title, i) => ({ sku: `GF-${1000 + i}`, title, cents: 2995 + i * 1500 }));

const upstream = fork(fileURLToPath(new URL('../upstream-eva.js', import.meta.url)), { execArgv: [] });
const [{ port }] = (await once(upstream, 'message')) as [{ port: number }];
const warehouse = new WarehouseClient(port);
let featured = 0;

const server = http.createServer(async (req, res) => {
  const product = products[featured++ % products.length];
  try {
    const stock = await warehouse.stockOf(product.sku); // <- here
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ ...product, available: stock.available, backorder: stock.available === 0 }));
  } catch (err) {
    res.statusCode = 502;
    res.end(JSON.stringify({ error: (err as Error).message }));
  }
});

server.listen(Number(process.env.PORT), process.env.HOST);
