import express, { type Request, type Response } from 'express';

class Position {
  lat: number;
  lon: number;
  constructor(lat: number, lon: number) {
    this.lat = lat;
    this.lon = lon;
  }
}

class Status {
  id: string;
  position: Position;
  speed: number;
  fuel: number;
  constructor(id: string, position: Position, speed: number, fuel: number) { // <- here
    this.id = id;
    this.position = position;
    this.speed = speed;
    this.fuel = fuel;
  }
}

const vehicles = Array.from({ length: 3000 }, (_, i) => ({
  id: `van-${i}`,
  home: { lat: 47 + (i % 70) / 10, lon: 6 + (i % 90) / 10 },
}));

class Fleet {
  tick = 0;
  history: Status[][] = [];

  observe(): Status[] { // <- here
    const tick = ++this.tick;
    return vehicles.map(({ id, home }, i) => { // <- here
      const moving = (i + tick) % 50 === 0;
      const position = new Position(home.lat + (moving ? 0.01 : 0), home.lon + 0.5); // <- here
      return new Status(id, position, moving ? 50 : 0, 100 - (i % 80)); // <- here
    });
  }

  changes(): { id: string; speed: number }[] {
    const now = this.observe(); // <- here
    const before = this.history.at(-1) ?? now;
    this.history.push(now);
    if (this.history.length > 150) this.history.shift();
    const changed: { id: string; speed: number }[] = [];
    for (let i = 0; i < now.length; i++) {
      if (now[i].speed !== before[i].speed) changed.push({ id: now[i].id, speed: now[i].speed });
    }
    return changed;
  }
}

const fleet = new Fleet();
const app = express();
app.set('etag', false);

app.get('/', (req: Request, res: Response) => {
  const changed = fleet.changes();
  res.json({ vehicles: vehicles.length, changed: changed.length, first: changed.slice(0, 10) });
});

app.get('/healthz', (req: Request, res: Response) => {
  res.send('ok');
});

app.listen(Number(process.env.PORT), process.env.HOST);
