'use strict';
// Handbook: GET /page/setup renders a Markdown page with its table of contents at the side.
const http = require('http');
const MarkdownIt = require('markdown-it');
const anchor = require('markdown-it-anchor');

const pages = {
  setup: article('Setup', ['Requirements', 'Install', 'Configure', 'First run']),
  faq: article('Questions', ['Why is it slow?', 'Where are the logs?']),
};

function article(title, sections) {
  const text = sections.map((s) => `## ${s}\n\nSome words about *${s}*, with \`code\` and a [link](/page/faq).\n\n- one\n- two\n`);
  return `# ${title}\n\n${text.join('\n')}`;
}

const markdown = new MarkdownIt({ html: true, linkify: true, typographer: true });
markdown.renderer.rules.table_open = () => '<table class="handbook">';

let headings;
markdown.use(anchor, { level: [1, 2], callback: (token, info) => headings.set(info.slug, { tag: token.tag, title: info.title }) });

function render(source) {
  headings = new Map();
  const html = markdown.render(source);
  return { html, headings };
}

function sidebar(headings) {
  const items = Array.from(headings, ([slug, h]) => `<li class="toc-${h.tag}"><a href="#${slug}">${h.title}</a></li>`);
  return `<nav><ul>${items.join('')}</ul></nav>`;
}

function layout({ html, headings }) {
  return `<!doctype html><aside>${sidebar(headings)}</aside><main>${html}</main>`;
}

const server = http.createServer((req, res) => {
  const page = pages[req.url.split('/').pop()];
  if (!page) {
    res.statusCode = 404;
    return res.end('no such page');
  }
  res.setHeader('content-type', 'text/html; charset=utf-8');
  res.end(layout(render(page)));
});
server.listen(process.env.PORT || 3000, '127.0.0.1');
