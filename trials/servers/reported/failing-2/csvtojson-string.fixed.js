'use strict';
// Monthly import: the export of the till system (CSV) becomes totals per shop.
const { Readable } = require('stream');
const csvtojson = require('csvtojson');

const SHOPS = ['Berlin', 'Hamburg', 'Leipzig', 'Mainz'];
const ROWS = Number(process.env.ROWS || 165000);

function downloadExport() {
  const lines = ['id,shop,article,pieces,price'];
  for (let i = 0; i < ROWS; i++) {
    lines.push(`${i},${SHOPS[i % SHOPS.length]},art-${(i * 7919) % 5000},${1 + (i % 9)},${(i % 400) / 4}`);
  }
  return lines.join('\n') + '\n';
}

function parseExport(csv, onRow) {
  return new Promise((resolve, reject) => {
    csvtojson()
      .fromStream(Readable.from(csv.match(/[^]{1,65536}/g)))
      .on('json', onRow)
      .on('error', reject)
      .on('done', () => resolve());
  });
}

function addTo(totals, row) {
  const shop = totals[row.shop] || (totals[row.shop] = { pieces: 0, turnover: 0 });
  shop.pieces += Number(row.pieces);
  shop.turnover += Number(row.pieces) * Number(row.price);
}

function report(totals) {
  for (const [shop, { pieces, turnover }] of Object.entries(totals)) {
    console.log('%s: %d pieces, %s EUR', shop, pieces, turnover.toFixed(2));
  }
}

async function main() {
  const totals = {};
  const csv = downloadExport();
  await parseExport(csv, (row) => addTo(totals, row));
  report(totals);
}

main().catch((err) => {
  console.error(err);
  process.exitCode = 1;
});
