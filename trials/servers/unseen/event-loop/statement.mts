import Koa from 'koa';

interface Booking {
  date: string;
  text: string;
  amount: number;
}

const bookings: Booking[] = Array.from({ length: 24 }, (_, i) => ({
  date: `2024-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
  text: ['Rent', 'Salary', 'Groceries', 'Insurance', 'Electricity'][i % 5],
  amount: (i * 7919) % 2400 - 900,
}));

// The mainframe delivers records of a fixed length.
function mainframeRecord(booking: Booking): string {
  return booking.date + booking.text.padEnd(600, ' ') + booking.amount.toFixed(2) + 'EUR' + '   ';
}

const records: string[] = bookings.map(mainframeRecord);

const trimRight = (record: string): string => record.replace(/\s+$/, ''); // <- here

function parse(record: string): Booking {
  const line = trimRight(record); // <- here
  return {
    date: line.slice(0, 10),
    text: line.slice(10, 40).trim(),
    amount: Number.parseFloat(line.slice(610, -3)),
  };
}

function statement(lines: string[]) {
  const entries = lines.map(parse);
  const balance = entries.reduce((sum, entry) => sum + entry.amount, 0);
  return { balance: Math.round(balance * 100) / 100, entries: entries.slice(-10) };
}

const app = new Koa();

app.use(async (ctx: Koa.Context, next: () => Promise<void>) => {
  await next();
  ctx.set('Cache-Control', 'no-store');
});

app.use(async (ctx: Koa.Context) => {
  if (ctx.path !== '/') return;
  ctx.body = statement(records);
});

app.listen(Number(process.env.PORT), process.env.HOST);
