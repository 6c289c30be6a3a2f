'use strict';

const http = require('node:http');
const { fork } = require('node:child_process');

if (process.argv[2] === 'api') {
  process.on('disconnect', () => process.exit());
  const issues = [];
  for (let i = 1; i <= 290; i++) {
    issues.push({
      id: 900000 + i,
      number: i,
      title: `Task ${i} of the release`,
      state: 'open',
      labels: [{ name: ['bug', 'docs', 'feature'][i % 3] }],
      assignee: i % 4 ? { login: `dev${i % 9}` } : null,
      milestone: { number: 4, title: '4.0' },
    });
  }
  const server = http.createServer((req, res) => {
    const url = new URL(req.url, `http://${req.headers.host}`);
    const size = Math.min(100, Number(url.searchParams.get('per_page')) || 30);
    const page = Number(url.searchParams.get('page')) || 1;
    const items = issues.slice((page - 1) * size, page * size);
    setTimeout(() => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      if (page * size < issues.length) {
        url.searchParams.set('page', String(page + 1));
        headers.link = `<${url.href}>; rel="next"`;
      }
      res.writeHead(200, headers);
      res.end(JSON.stringify(items));
    }, 130);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
  const fastify = require('fastify');
  const { Octokit } = require('@octokit/rest');

  let octokit;

  const products = {
    garden: { owner: 'harvest', repo: 'garden', milestone: '4' },
    cellar: { owner: 'harvest', repo: 'cellar', milestone: '2' },
  };

  function openIssues(product) {
    return octokit.paginate(octokit.rest.issues.listForRepo, { // HERE
      owner: product.owner,
      repo: product.repo,
      milestone: product.milestone,
      state: 'open',
    });
  }

  function countBy(list, keyOf) {
    const counts = {};
    for (const item of list) {
      const key = keyOf(item);
      counts[key] = (counts[key] || 0) + 1;
    }
    return counts;
  }

  const app = fastify();

  app.get('/products', async () => Object.keys(products));

  app.get('/products/:name/board', async (request, reply) => {
    const product = products[request.params.name];
    if (!product) return reply.code(404).send({ error: 'unknown product' });
    const issues = await openIssues(product);
    return {
      product: request.params.name,
      open: issues.length,
      byLabel: countBy(issues, (issue) => issue.labels[0].name),
      byPerson: countBy(issues, (issue) => (issue.assignee ? issue.assignee.login : 'nobody')),
    };
  });

  const child = fork(__filename, ['api']);
  child.once('message', (port) => {
    octokit = new Octokit({ baseUrl: `http://127.0.0.1:${port}` });
    app.listen({ port: Number(process.env.PORT || 3000), host: '127.0.0.1' });
  });
}
