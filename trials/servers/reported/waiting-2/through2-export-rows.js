const http = require('http');
const { fork } = require('child_process');
const { Readable, pipeline } = require('stream');
const through2 = require('through2');

if (process.argv[2] === 'rates') {
  const rates = http.createServer((req, res) => {
    const zone = Number(req.url.slice(1)) || 0;
    setTimeout(() => res.end(JSON.stringify({ zone, rate: 4.5 + zone * 0.35 })), 40);
  }).listen(0, '127.0.0.1', () => process.send(rates.address().port));
  process.on('disconnect', () => process.exit());
} else {
  fork(__filename, ['rates'], { execArgv: [] }).once('message', start);
}

const parcels = Array.from({ length: 120 }, (_, i) => ({ parcel: `P${10000 + i}`, zone: i % 9, grams: 200 + (i * 37) % 4000 }));

function start(ratesPort) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1000 });

  function rateFor(zone, done) {
    http.get({ host: '127.0.0.1', port: ratesPort, path: `/${zone}`, agent }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (chunk) => { body += chunk; });
      res.on('end', () => done(null, JSON.parse(body).rate));
    }).on('error', done);
  }

  function todaysParcels(day) {
    const first = (day * 10) % parcels.length;
    return Readable.from(parcels.slice(first, first + 10));
  }

  const withPostage = () => through2.obj((row, enc, done) => { // HERE
    rateFor(row.zone, (err, rate) => { // HERE
      if (err) return done(err);
      done(null, { ...row, postage: Math.round(rate * row.grams) / 1000 });
    });
  });

  const heavyOnly = (limit) => through2.obj((row, enc, done) => (row.grams > limit ? done(null, row) : done()));
  const toLines = () => through2.obj((row, enc, done) => done(null, JSON.stringify(row) + '\n'));

  let day = 0;
  const server = http.createServer((req, res) => {
    if (req.url === '/export') {
      res.setHeader('content-type', 'application/x-ndjson');
      return pipeline(todaysParcels(day++), withPostage(), toLines(), res, () => {});
    }
    if (req.url === '/heavy') {
      res.setHeader('content-type', 'application/x-ndjson');
      return pipeline(todaysParcels(day), heavyOnly(2000), toLines(), res, () => {});
    }
    res.writeHead(404).end();
  });
  server.listen(process.env.PORT || 3000, '127.0.0.1');
}
