'use strict';
// Answers editor plugins: which lint rules apply to this file?
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const { cosmiconfigSync } = require('cosmiconfig');

const workspace = fs.mkdtempSync(path.join(os.tmpdir(), 'workspace-'));
const checkout = 'packages/web/src/features/checkout/components/summary/rows';
fs.mkdirSync(path.join(workspace, checkout), { recursive: true });
fs.writeFileSync(path.join(workspace, '.stylerulesrc.yaml'), [
  'rules:', '  color-no-invalid-hex: true', '  max-nesting-depth: 3', '  unit-disallowed-list: [pt, cm]',
  'overrides:', '  - files: "*.module.css"', '    rules:', '      max-nesting-depth: 1', '',
].join('\n'));
process.on('exit', () => fs.rmSync(workspace, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));

function withDefaults(result) {
  const rules = { 'block-no-empty': true, ...result.config.rules };
  return { ...result, config: { ...result.config, rules } };
}

function configFor(file) {
  const explorer = cosmiconfigSync('stylerules', { stopDir: workspace, transform: withDefaults }); // HERE
  return explorer.search(path.dirname(path.join(workspace, file))); // HERE
}

function applyOverrides(config, file) {
  const rules = { ...config.rules };
  for (const override of config.overrides || []) {
    if (file.endsWith(override.files.slice(1))) Object.assign(rules, override.rules);
  }
  return rules;
}

function send(res, status, body) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}

const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://localhost');
  if (url.pathname === '/ping') return send(res, 200, { ok: true });
  if (url.pathname !== '/rules') return send(res, 404, { error: 'not found' });
  const file = path.normalize(url.searchParams.get('file') || `${checkout}/Row.module.css`);
  if (file.startsWith('..')) return send(res, 400, { error: 'outside of the workspace' });
  const found = configFor(file);
  send(res, 200, { file, from: path.relative(workspace, found.filepath), rules: applyOverrides(found.config, file) });
});

server.listen(process.env.PORT || 3000, '127.0.0.1');
