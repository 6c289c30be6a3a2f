import Koa from 'koa';

type Category = { code: string; base: number; weekend: number };
type Cell = { date: string; code: string; price: string; closed: boolean };

const categories: Category[] = [
  { code: 'single', base: 84, weekend: 1.1 },
  { code: 'double', base: 126.5, weekend: 1.25 },
  { code: 'family', base: 171, weekend: 1.3 },
  { code: 'suite', base: 310, weekend: 1.15 },
];
const closedOn = new Set(['2025-12-24/suite', '2025-12-25/suite', '2025-12-31/single']);
const DAY = 86_400_000;
const NIGHTS = 35;

const isWeekend = (day: Date): boolean => [5, 6].includes(day.getUTCDay());

function rate(category: Category, day: Date): number {
  const season = day.getUTCMonth() === 11 ? 1.4 : 1;
  return Math.round(category.base * season * (isWeekend(day) ? category.weekend : 1) * 100) / 100;
}

function price(amount: number, currency: string): string {
  return amount.toLocaleString('de-AT', { style: 'currency', currency }); // <- here
}

function calendar(from: Date, currency: string): Cell[] {
  const cells: Cell[] = [];
  for (let night = 0; night < NIGHTS; night += 1) {
    const day = new Date(from.getTime() + night * DAY);
    const date = day.toISOString().slice(0, 10);
    for (const category of categories) {
      const closed = closedOn.has(`${date}/${category.code}`);
      cells.push({ date, code: category.code, price: price(rate(category, day), currency), closed }); // <- here
    }
  }
  return cells;
}

const app = new Koa();

app.use(async (ctx, next) => {
  const start = performance.now();
  await next();
  ctx.set('server-timing', `total;dur=${(performance.now() - start).toFixed(1)}`);
});

app.use(async (ctx) => {
  if (ctx.path !== '/') return;
  const cells = calendar(new Date('2025-12-08T00:00:00Z'), 'EUR');
  ctx.body = { nights: NIGHTS, open: cells.filter((cell) => !cell.closed).length, cells };
});

app.listen(Number(process.env.PORT), process.env.HOST);
