import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

interface Job { id: number; depot: number; stops: number }
interface Tour { order: number[]; km: number }

function planTour({ depot, stops }: Job): Tour {
  const places = Array.from({ length: stops }, (_, i) => ({ x: (i * 73 + depot) % 101, y: (i * 37 + depot * 5) % 97 }));
  const order = places.map((_, i) => i);
  const leg = (a: number, b: number) =>
    Math.hypot(places[order[a]!]!.x - places[order[b]!]!.x, places[order[a]!]!.y - places[order[b]!]!.y);
  for (let round = 0; round < 6; round++) {
    for (let i = 1; i < stops - 2; i++) {
      for (let j = i + 1; j < stops - 1; j++) {
        if (leg(i - 1, j) + leg(i, j + 1) < leg(i - 1, i) + leg(j, j + 1)) {
          order.splice(i, j - i + 1, ...order.slice(i, j + 1).reverse());
        }
      }
    }
  }
  let km = 0;
  for (let i = 1; i < stops; i++) km += leg(i - 1, i);
  return { order, km: Math.round(km) };
}

class Planner {
  private worker = new Worker(new URL(import.meta.url));
  private waiting = new Map<number, (tour: Tour) => void>();
  private nextId = 1;

  constructor() {
    this.worker.on('message', ({ id, tour }: { id: number; tour: Tour }) => {
      this.waiting.get(id)!(tour);
      this.waiting.delete(id);
    });
  }

  plan(depot: number, stops: number): Promise<Tour> { // <- here
    return new Promise((resolve) => {
      const id = this.nextId++;
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, depot, stops }); // <- here
    });
  }
}

if (isMainThread) {
  const planner = new Planner();
  const server = createServer(async (req, res) => {
    const depot = Math.floor(Math.random() * 50);
    const tour = await planner.plan(depot, 70); // <- here
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ depot, km: tour.km, first: tour.order.slice(0, 5) }));
  });
  server.listen(Number(process.env.PORT), process.env.HOST);
} else {
  parentPort!.on('message', (job: Job) => parentPort!.postMessage({ id: job.id, tour: planTour(job) }));
}
