import express, { type Request, type Response } from 'express';

type Origin = { readonly by: string; readonly step: number; readonly cell: readonly number[] };
type Cell = { readonly value: number; readonly from: Origin };
type Sheet = readonly Cell[];

const COLUMNS = 20;
const ROWS = 400;
const HISTORY = 60;

function blank(): Sheet {
  return Array.from({ length: COLUMNS * ROWS }, () => ({ value: 0, from: { by: 'nobody', step: 0, cell: [0, 0] } }));
}

class Workbook {
  #past: Sheet[] = [blank()];
  #clock = 0;

  get sheet(): Sheet {
    return this.#past[this.#past.length - 1]!;
  }

  recalculate(by: string): Sheet {
    const step = ++this.#clock;
    const next = this.sheet.map(
      ({ value }, no): Cell => ({ value: value + 0.5, from: { by, step, cell: [no % COLUMNS, step] } }), // <- here
    );
    this.#past.push(next);
    if (this.#past.length > HISTORY) this.#past.shift();
    return next;
  }

  get depth(): number {
    return this.#past.length;
  }
}

const workbook = new Workbook();
const app = express();

app.get('/', (req: Request, res: Response) => {
  const sheet = workbook.recalculate(req.get('x-user') ?? 'guest');
  res.json({ A1: sheet[0], T400: sheet[sheet.length - 1], undo: workbook.depth });
});

app.listen(Number(process.env.PORT), process.env.HOST!);
