// A dashboard: reports are slow to make, so they are kept for two seconds.
const express = require('express');
const { Cacheable } = require('cacheable');
const { Agent, request } = require('undici');
const startFake = require('./fake-start');

let reportUrl;
const agent = new Agent({ connections: 100 });
const cache = new Cacheable({ ttl: '2s' });

async function fetchReport(name) {
  const { statusCode, body } = await request(`${reportUrl}/reports/${name}`, {
    dispatcher: agent,
    signal: AbortSignal.timeout(1000),
  });
  if (statusCode !== 200) throw new Error(`reports answered ${statusCode}`);
  return body.json();
}

const getReport = cache.wrap(fetchReport, { ttl: '2s', keyPrefix: 'report' });

function toChart(report) {
  const top = Math.max(...report.days);
  return { title: report.report, bars: report.days.map((day) => Math.round((day / top) * 100)), total: report.orders };
}

const noData = (name) => ({ title: name, bars: [], total: null });

const app = express();
app.disable('x-powered-by');

app.get('/dashboard/:name', async (req, res) => {
  try {
    res.json(toChart(await getReport(req.params.name)));
  } catch (err) {
    res.json(noData(req.params.name)); // the page shows an empty chart
  }
});

app.get('/health', (req, res) => res.json({ ok: true }));

startFake('reports').then((port) => {
  reportUrl = 'http://127.0.0.1:' + port;
  app.listen(process.env.PORT || 3000, '127.0.0.1', () => console.log('listening'));
});
