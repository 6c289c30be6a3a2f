'use strict';

const { AsyncLocalStorage } = require('node:async_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const Koa = require('koa');
const Router = require('@koa/router');

const patients = new Map();
const visits = new Map();

for (let i = 1; i <= 500; i++) {
  patients.set(i, { id: i, name: `Patient ${i}`, born: 1940 + (i % 70), doctor: 1 + (i % 12) });
  visits.set(i, Array.from({ length: 4 }, (_, n) => ({ id: i * 10 + n, day: `2025-0${n + 2}-1${i % 9}`, code: `Z0${n}` })));
}

const table = {
  async find(rows, key) {
    await sleep(2);
    return rows.get(key);
  },
};

class UnitOfWork {
  constructor(user) {
    this.user = user;
    this.reads = [];
    this.current = new AsyncLocalStorage(); // HERE
  }

  run(work) {
    return this.current.run({ user: this.user, startedAt: Date.now() }, work);
  }

  async load(name, rows, key) {
    const row = await table.find(rows, key);
    this.reads.push({ name, key, by: this.current.getStore().user });
    return row;
  }

  async audit() {
    const { user, startedAt } = this.current.getStore();
    return { user, reads: this.reads.length, took: Date.now() - startedAt };
  }
}

async function describeVisit(visit) {
  const code = await visit.code;
  return { ...visit, label: `${code} on ${visit.day}` };
}

async function patientFile(work, id) {
  const patient = await work.load('patients', patients, id);
  if (!patient) return null;
  const list = await work.load('visits', visits, id);
  const described = [];
  for (const visit of list) described.push(await describeVisit(visit));
  return { ...patient, visits: described, audit: await work.audit() };
}

const app = new Koa();
const router = new Router();

app.use(async (ctx, next) => {
  ctx.state.work = new UnitOfWork(ctx.get('x-user') || 'reception');
  await ctx.state.work.run(next);
});

router.get('/patients', (ctx) => {
  ctx.body = [...patients.values()].slice(0, 20);
});

router.get('/patients/:id/file', async (ctx) => {
  const file = await patientFile(ctx.state.work, Number(ctx.params.id));
  if (!file) ctx.throw(404, 'no such patient');
  ctx.body = file;
});

app.use(router.routes());
app.listen(process.env.PORT || 3000, '127.0.0.1');
