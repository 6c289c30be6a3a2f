import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Invoice {
  number: string;
  customer: string;
  cents: number;
}

const customers = ['Bakkerij Jansen', 'Fietsen de Wit', 'Bloemenhuis Iris', 'Garage Smit'];

class LinkSigner {
  #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  link(invoice: Invoice, expires: number): string { // <- here
    const payload = `${invoice.number}.${invoice.cents}.${expires}`;
    const signature = createHmac('sha256', this.#secret).update(payload).digest('base64url'); // <- here
    return `/pay/${payload}.${signature}`;
  }
}

class InvoiceService {
  #signer = new LinkSigner(process.env.INVOICE_LINK_SECRET as string); // <- here
  #last = 20260000;

  #next(): Invoice {
    const n = ++this.#last;
    return { number: `F${n}`, customer: customers[n % customers.length], cents: 1995 + (n % 50) * 100 };
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    res.setHeader('content-type', 'application/json');
    try {
      const invoice = this.#next();
      const expires = Math.floor(Date.now() / 1000) + 14 * 86400;
      const link = this.#signer.link(invoice, expires); // <- here
      res.end(JSON.stringify({ ...invoice, link }));
    } catch (err) { // <- here
      res.statusCode = 500; // <- here
      res.end(JSON.stringify({ error: 'could not create payment link' })); // <- here
    }
  }
}

const service = new InvoiceService();
const server = createServer((req, res) => service.handle(req, res));
server.listen(Number(process.env.PORT), process.env.HOST);
