'use strict';
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (!isMainThread) {
  const { marked } = require('marked');
  parentPort.postMessage(marked.parse(workerData));
  return;
}

const fastify = require('fastify')();

const articles = new Map();
for (let i = 1; i <= 20; i++) {
  const sections = [];
  for (let s = 1; s <= 2; s++) {
    sections.push(`## Section ${s}\n\nSome *text* about [topic ${s}](/topic/${s}) with \`code\`.\n\n- first\n- second\n- third\n`);
  }
  articles.set(String(i), { title: `Article ${i}`, markdown: `# Article ${i}\n\n` + sections.join('\n') });
}

function renderMarkdown(markdown) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(__filename, { workerData: markdown }); // HERE
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function page(title, body) {
  return `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
}

fastify.addHook('onSend', async (request, reply) => {
  reply.header('X-Content-Type-Options', 'nosniff');
});

fastify.get('/articles', async () => [...articles].map(([id, a]) => ({ id, title: a.title })));

fastify.get('/articles/:id', async (request, reply) => {
  const article = articles.get(request.params.id);
  if (!article) return reply.code(404).send({ error: 'not found' });
  const html = await renderMarkdown(article.markdown);
  return reply.type('text/html').send(page(article.title, html));
});

fastify.listen({ port: Number(process.env.PORT) || 3000, host: '127.0.0.1' });
