import http from 'node:http';

const ROWS = 14;
const SEATS = 16;
const FREE = 0;
const HELD = 1;

interface Version {
  number: number;
  at: number;
  seats: Buffer;
  previous: Version | null;
}

class Hall {
  private current: Version = { number: 0, at: Date.now(), seats: Buffer.alloc(ROWS * SEATS), previous: null };

  hold(seat: number): Version { // <- here
    const seats = Buffer.from(this.current.seats); // <- here
    seats[seat] = seats[seat] === FREE ? HELD : FREE;
    this.current = { number: this.current.number + 1, at: Date.now(), seats, previous: this.current }; // <- here
    return this.current;
  }

  undo() {
    if (this.current.previous) this.current = this.current.previous;
  }

  rows(): string[] {
    return Array.from({ length: ROWS }, (_, i) => render(this.current.seats, i * SEATS, (i + 1) * SEATS));
  }
}

function render(seats: Buffer, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += seats[i] === FREE ? '.' : 'x';
  return text;
}

const hall = new Hall();

const server = http.createServer((req, res) => {
  if (req.method === 'DELETE') {
    hall.undo();
    res.writeHead(204).end();
    return;
  }
  const seat = Math.floor(Math.random() * ROWS * SEATS);
  const version = hall.hold(seat); // <- here
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify({ version: version.number, seat, rows: hall.rows() }));
});

server.listen(Number(process.env.PORT), process.env.HOST);
