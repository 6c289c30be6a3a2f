import { createServer } from 'node:http'

interface Point { x: number, y: number }

function project (width: number): Point[] {
  const points: Point[] = []
  for (let i = 0; i < width * 40; i++) {
    points.push({ x: Math.sin(i / width) * width, y: Math.cos(i / 3) * width }) // <- here
  }
  return points
}

function bounds (points: Point[]): number {
  return points.reduce((most, { x, y }) => Math.max(most, x + y), 0)
}

createServer(function (req, res) {
  res.end(String(bounds(project(1200))))
}).listen(Number(process.env.PORT), process.env.HOST)
