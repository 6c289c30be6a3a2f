import Koa from 'koa';
import type { Context, Next } from 'koa';

interface Flag {
  name: string;
  percent: number;
}

const flags: Flag[] = [
  { name: 'new-checkout', percent: 25 },
  { name: 'dark-mode', percent: 100 },
  { name: 'fast-search', percent: 50 },
  { name: 'loyalty-banner', percent: 5 },
];

function bucketOf(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  }
  return (hash >>> 0) % 100;
}

function flagsFor(user: string): Record<string, boolean> {
  const result: Record<string, boolean> = {};
  for (const flag of flags) {
    result[flag.name] = bucketOf(`${flag.name}:${user}`) < flag.percent;
  }
  return result;
}

const stats = { requests: 0, errors: 0 };
let visitors = 0;

async function count(ctx: Context, next: Next): Promise<void> {
  stats.requests++;
  try {
    await next();
  } catch (err) {
    stats.errors++;
    throw err;
  }
}

const app = new Koa();
app.use(count);
app.use(async (ctx: Context) => {
  if (ctx.path === '/stats') {
    ctx.body = stats;
    return;
  }
  const user = String(ctx.query.user ?? `anonymous-${visitors++ % 1000}`);
  ctx.body = { user, flags: flagsFor(user) };
});

app.listen(Number(process.env.PORT), process.env.HOST);
