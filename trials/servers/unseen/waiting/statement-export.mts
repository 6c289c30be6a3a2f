import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';

type Line = { day: number; text: string; cents: number };
type Job = { id: string; account: string; state: 'queued' | 'done'; csv: string };

const lines: Line[] = Array.from({ length: 25 }, (_, i) => ({
  day: i + 1,
  text: i % 3 === 0 ? 'Card payment' : 'Transfer',
  cents: ((i * 7919) % 20000) - 8000,
}));

class ExportJobs {
  #jobs = new Map<string, Job>();

  start(account: string): string {
    const job: Job = { id: randomUUID(), account, state: 'queued', csv: '' };
    this.#jobs.set(job.id, job);
    setImmediate(() => this.#run(job));
    return job.id;
  }

  #run(job: Job): void {
    const rows = lines.map((line) => `${line.day};${line.text};${line.cents / 100}`);
    job.csv = `account;${job.account}\n${rows.join('\n')}\n`;
    job.state = 'done';
  }

  async finished(id: string): Promise<Job> { // <- here
    const job = this.#jobs.get(id);
    if (!job) throw new Error(`no export ${id}`);
    while (job.state !== 'done') { // <- here
      await sleep(400); // <- here
    }
    this.#jobs.delete(id);
    return job;
  }
}

const jobs = new ExportJobs();
const app = new Koa();

app.use(async (ctx, next) => {
  ctx.set('cache-control', 'no-store');
  await next();
});

app.use(async (ctx) => {
  const account = String(ctx.query.account ?? 'NL02BANK0123456789');
  const id = jobs.start(account);
  const job = await jobs.finished(id); // <- here
  ctx.type = 'text/csv';
  ctx.body = job.csv;
});

app.listen(Number(process.env.PORT), process.env.HOST);
