import Fastify from 'fastify';

interface Ticket {
  number: string;
  kind: string;
  net: number;
  fee: number;
}

const TARIFF: Record<string, number> = { glass: 0, rubble: 42, green: 18, mixed: 96 };
const KINDS = Object.keys(TARIFF);

class Ledger {
  private readonly byNumber = new Map<string, Ticket>();
  private readonly order: string[] = [];

  post(ticket: Ticket): Ticket {
    if (this.byNumber.has(ticket.number)) {
      throw new Error(`ticket ${ticket.number} is already in the ledger`); // <- here
    }
    this.byNumber.set(ticket.number, ticket);
    this.order.push(ticket.number);
    if (this.order.length > 200) this.byNumber.delete(this.order.shift() as string);
    return ticket;
  }
}

function numberFor(date: Date, gate: string): string {
  const day = `${date.getFullYear()}${date.getMonth() + 1}${date.getDate()}`;
  const midnight = new Date(date.getFullYear(), date.getMonth(), date.getDate());
  return `${gate}-${day}-${date.getTime() - midnight.getTime()}`; // <- here
}

function weigh(n: number): number {
  const gross = 1900 + ((n * 83) % 1400);
  const empty = 1450 + ((n * 19) % 300);
  return Math.max(gross - empty, 20);
}

const ledger = new Ledger();
const app = Fastify({ logger: false });
let lorries = 0;

app.addHook('onRequest', async (_request, reply) => {
  reply.header('cache-control', 'no-store');
});

app.get('/', async () => {
  lorries += 1;
  const kind = KINDS[lorries % KINDS.length];
  const net = weigh(lorries);
  const number = numberFor(new Date(), 'W'); // <- here
  return ledger.post({ number, kind, net, fee: Math.round((net / 1000) * TARIFF[kind] * 100) / 100 });
});

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });
