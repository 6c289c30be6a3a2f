import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Car {
  model: string;
  group: string;
  perDay: number;
  free: number;
}

interface Offer {
  model: string;
  group: string;
  days: number;
  total: string;
  station: string;
}

const stations: string[] = ['Airport', 'Main station', 'Harbour'];
const fleet: Car[] = Array.from({ length: 20 }, (_, i) => ({
  model: `Model ${String.fromCharCode(65 + i)}${100 + i}`,
  group: 'ABCD'[i % 4],
  perDay: 3900 + i * 410,
  free: 1 + (i % 5),
}));

const slowest = new Map<string, number>();

function timed<T>(name: string, work: () => T): T {
  performance.mark(`${name}-start`); // <- here
  const detail: T = work();
  const { duration } = performance.measure(name, { start: `${name}-start`, detail }); // <- here
  slowest.set(name, Math.max(slowest.get(name) ?? 0, duration));
  return detail;
}

function rebate(days: number): number {
  if (days >= 7) return 0.8;
  return days >= 3 ? 0.9 : 1;
}

function offers(days: number): Offer[] {
  return fleet.filter((car) => car.free > 0).map((car, i) => ({
    model: car.model,
    group: car.group,
    days,
    total: ((car.perDay * days * rebate(days)) / 100).toFixed(2),
    station: stations[i % stations.length],
  }));
}

function daysOf(req: IncomingMessage): number {
  const { searchParams } = new URL(req.url ?? '/', 'http://rental');
  const days = Number(searchParams.get('days') ?? 3);
  return Number.isInteger(days) && days > 0 && days < 60 ? days : 3;
}

const server = http.createServer((req: IncomingMessage, res: ServerResponse) => {
  const days = daysOf(req);
  const found: Offer[] = timed('offers', () => offers(days));
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ days, slowest: slowest.get('offers'), offers: found }));
});

server.listen(Number(process.env.PORT), process.env.HOST);
