import Koa from 'koa';

interface Hit {
  client: string;
  path: string;
  at: number;
}

const HOUR = 3_600_000;
const LIMIT = 100_000_000;

class UsageWindow {
  hits: Hit[] = [];

  record(client: string, path: string): void { // <- here
    this.hits.push({ client, path, at: Date.now() }); // <- here
  }

  count(client: string): number { // <- here
    const since = Date.now() - HOUR;
    let count = 0;
    for (const hit of this.hits) { // <- here
      if (hit.at >= since && hit.client === client) count++; // <- here
    }
    return count;
  }
}

const usage = new UsageWindow();
const app = new Koa();

app.use(async (ctx: any, next: () => Promise<void>) => {
  const client: string = ctx.get('x-api-key') || 'anonymous';
  usage.record(client, ctx.path); // <- here
  const used = usage.count(client); // <- here
  if (used > LIMIT) {
    ctx.status = 429;
    ctx.body = { error: 'hourly quota is used up' };
    return;
  }
  ctx.set('X-Quota-Used', String(used));
  await next();
});

app.use(async (ctx: any) => {
  if (ctx.path !== '/') return;
  ctx.body = {
    city: 'Bern',
    forecast: [
      { day: 'mon', high: 21, low: 11 },
      { day: 'tue', high: 23, low: 12 },
      { day: 'wed', high: 19, low: 10 },
    ],
  };
});

app.listen(Number(process.env.PORT), process.env.HOST);
