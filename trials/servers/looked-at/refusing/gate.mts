import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

class Gate {
  readonly #places: number;
  #inside = 0;

  constructor(places: number) {
    this.#places = places;
  }

  enter(): boolean {
    if (this.#inside >= this.#places) return false;
    this.#inside += 1;
    return true;
  }

  leave(): void {
    this.#inside = Math.max(0, this.#inside - 1);
  }
}

function guarded(gate: Gate, handler: Handler): Handler {
  return (req, res) => {
    if (!gate.enter()) {
      req.socket.destroy(); // <- here
      return;
    }
    res.once('close', () => {
      if (!res.writableFinished) gate.leave();
    });
    handler(req, res);
  };
}

const gate = new Gate(200);
const started = new Date().toISOString();

const server = createServer(
  guarded(gate, (req, res) => {
    const body = JSON.stringify({ started, path: req.url });
    res.setHeader('content-type', 'application/json');
    res.setHeader('content-length', Buffer.byteLength(body));
    res.end(body);
  }),
);

server.listen(Number(process.env.PORT), process.env.HOST!);
