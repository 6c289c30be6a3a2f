'use strict';
const Koa = require('koa');
const compress = require('koa-compress');

const stations = [];
const words = ['north', 'old town', 'harbour', 'airport', 'mill', 'university', 'lake', 'castle', 'market', 'garden'];
for (let i = 0; i < 60; i++) {
  stations.push({
    id: i,
    name: `${words[i % 10]} ${words[(i * 7 + 3) % 10]} ${i}`,
    lat: 48 + Math.sin(i) * 2,
    lon: 11 + Math.cos(i * 3) * 2,
    lines: [(i * 13) % 30, (i * 17) % 30, (i * 29) % 30],
  });
}

function nextDeparture(station, now) {
  return 1 + ((station.id * 7 + Math.floor(now / 60000)) % 12);
}

function timetable(now) {
  return stations.map((s) => ({ ...s, inMinutes: nextDeparture(s, now), platform: 1 + (s.id % 4) }));
}

async function responseTime(ctx, next) {
  const begin = process.hrtime.bigint();
  await next();
  ctx.set('X-Response-Time', `${Number(process.hrtime.bigint() - begin) / 1e6}ms`);
}

const app = new Koa();
app.on('error', (err) => {
  if (!['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(err.code)) console.error(err);
});
app.use(responseTime);
app.use(compress()); // HERE

app.use(async (ctx, next) => {
  if (ctx.path !== '/api/departures') return next();
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = { time: new Date().toISOString(), departures: timetable(Date.now()) };
});

app.use(async (ctx) => {
  if (ctx.path === '/health') ctx.body = 'ok';
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
