'use strict';
// Nightly job: looks for dead links in the chapters of our documentation and prints them.
const http = require('http');
const { fork } = require('child_process');
const { HtmlUrlChecker } = require('broken-link-checker');

const chapters = Array.from({ length: 10 }, (_, n) => n);
if (process.argv[2] === 'site') return site();

const IGNORED = ['*/logout*', '*/print/*'];
const dead = [];
const seen = { pages: 0, links: 0 };

function describe(result) {
  return `${result.url.resolved} (${result.brokenReason}) linked from ${result.base.resolved}`;
}

function summary(started) {
  console.log('%d pages, %d links, %d dead, %d s', seen.pages, seen.links, dead.length,
    Math.round((Date.now() - started) / 1000));
  for (const line of dead) console.log(' ', line);
}

function check(urls) {
  return new Promise((resolve) => {
    const options = {
      excludedKeywords: IGNORED,
      filterLevel: 1,
      maxSocketsPerHost: 1, // HERE
      honorRobotExclusions: false,
    };
    const checker = new HtmlUrlChecker(options, {
      link(result) {
        seen.links++;
        if (result.broken) dead.push(describe(result));
      },
      page() { seen.pages++; },
      end: resolve,
    });
    for (const url of urls) checker.enqueue(url);
  });
}

const webserver = fork(__filename, ['site'], { execArgv: [] });
webserver.once('message', async (port) => {
  const started = Date.now();
  await check(chapters.map((n) => `http://127.0.0.1:${port}/chapter/${n}`));
  summary(started);
  webserver.kill();
});

// the documentation site: ten chapters, each with its downloads; each answer takes a little
function site() {
  const chapter = (n) => `<a href="/chapter/${n}">chapter ${n}</a>`;
  const download = (n, i) => `<a href="/files/${n}-${i}.pdf">part ${i}</a>`;
  const server = http.createServer((req, res) => {
    setTimeout(() => {
      const [, kind, name = '0'] = req.url.split('/');
      if (kind === 'files') {
        res.statusCode = name.endsWith('-13.pdf') ? 404 : 200;
        res.setHeader('content-type', 'application/pdf');
        return res.end();
      }
      const links = chapters.map(chapter);
      for (let i = 0; i < 14; i++) links.push(download(name, i));
      res.setHeader('content-type', 'text/html');
      res.end(req.method === 'HEAD' ? undefined : `<!doctype html><title>${name}</title>${links.join('<br>')}`);
    }, 60);
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
}
