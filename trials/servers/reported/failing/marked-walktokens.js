// Help centre: articles are kept as Markdown, relative links in them point to the tenant's own site.
const http = require('http');
const { marked } = require('marked');

const tenants = new Map([
  ['acme', { name: 'Acme', site: 'https://help.acme.example/' }],
  ['globex', { name: 'Globex', site: 'https://support.globex.example/' }],
]);

const articles = new Map([
  ['invoices', [
    '# Invoices', '', 'You find **all invoices** below [your account](account/invoices).', '',
    '- change the [address](account/address)', '- change the [way to pay](account/payment)', '- [cancel](account/cancel)', '',
    'Questions? Write to [the support](contact) or read the [overview](start).',
  ].join('\n')],
  ['start', '# Welcome\n\nBegin with [the invoices](invoices).\n'],
]);

const escapeHtml = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function renderMarkdown(source, site) {
  const walkTokens = (token) => {
    if (token.type === 'link' && !/^https?:/.test(token.href)) token.href = site + token.href;
  };
  return marked.use({ walkTokens }).parse(source); // HERE
}

function layout(tenant, title, body) {
  const heading = `${escapeHtml(tenant.name)}: ${escapeHtml(title)}`;
  return `<!doctype html><title>${heading}</title><main>${body}</main>`;
}

function article(slug, tenantName) {
  const tenant = tenants.get(tenantName) || tenants.get('acme');
  const source = articles.get(slug);
  return source && layout(tenant, slug, renderMarkdown(source, tenant.site));
}

const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://localhost');
  const [, kind, slug] = url.pathname.split('/');
  const html = kind === 'articles' && article(slug, url.searchParams.get('tenant'));
  res.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  res.end(html || 'not found');
});

server.listen(process.env.PORT || 3000, '127.0.0.1');
