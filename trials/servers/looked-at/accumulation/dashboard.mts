import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setMaxListeners } from 'node:events';

interface Panel {
  id: string;
  title: string;
}

const panels: Panel[] = [
  { id: 'orders', title: 'Orders' },
  { id: 'stock', title: 'Stock' },
  { id: 'returns', title: 'Returns' },
  { id: 'visits', title: 'Visits' },
  { id: 'carts', title: 'Carts' },
  { id: 'refunds', title: 'Refunds' },
];

const shutdown = new AbortController();
setMaxListeners(0, shutdown.signal);

function render(panel: Panel, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason);
    signal.addEventListener('abort', cancel, { once: true }); // <- here
    setImmediate(() => resolve(`<section id="${panel.id}"><h2>${panel.title}</h2></section>`));
  });
}

async function page(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.url !== '/') {
    res.writeHead(404).end();
    return;
  }
  const parts = await Promise.all(panels.map((panel) => render(panel, shutdown.signal)));
  res.setHeader('content-type', 'text/html; charset=utf-8');
  res.end(`<!doctype html><main>${parts.join('')}</main>`);
}

const server = createServer((req, res) => {
  page(req, res).catch((error: Error) => {
    res.statusCode = 503;
    res.end(error.message);
  });
});

process.once('SIGTERM', () => {
  shutdown.abort(new Error('going down'));
  server.close(() => process.exit(0));
});

server.listen(Number(process.env.PORT), process.env.HOST!);
