// Nightly job: counts the visits in the web server's log and keeps the totals for the next night.
const fs = require('fs');
const os = require('os');
const path = require('path');
const readline = require('readline');
const Conf = require('conf');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visits-'));
const store = new Conf({ cwd: folder, configName: 'totals', defaults: { visits: {}, bytes: 0 } });

function sampleLog() { // what the web server would have written
  const pages = ['start', 'products', 'cart', 'checkout', 'help', 'terms', 'jobs', 'press'];
  const file = path.join(folder, 'access.log');
  const lines = Array.from({ length: 2000 }, (_, i) =>
    `10.0.0.${i % 250} - - "GET /${pages[(i * 5 + (i >> 4)) % pages.length]} HTTP/1.1" ${i % 40 ? 200 : 304} ${500 + (i % 900)}`);
  fs.writeFileSync(file, lines.join('\n'));
  return file;
}

function parse(line) {
  const match = /"GET \/(\w+) HTTP\/1\.1" (\d+) (\d+)$/.exec(line);
  return match && { page: match[1], status: Number(match[2]), bytes: Number(match[3]) };
}

async function countVisits(file) {
  const totals = store.store;
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    const visit = parse(line);
    if (!visit || visit.status !== 200) continue;
    totals.visits[visit.page] = (totals.visits[visit.page] || 0) + 1;
    totals.bytes += visit.bytes;
  }
  store.set(totals);
}

function report() {
  const rows = Object.entries(store.get('visits')).sort((a, b) => b[1] - a[1]);
  for (const [page, count] of rows) console.log(page.padEnd(12), count);
  console.log('bytes'.padEnd(12), store.get('bytes'));
}

countVisits(sampleLog())
  .then(report)
  .finally(() => fs.rmSync(folder, { recursive: true, force: true }));
