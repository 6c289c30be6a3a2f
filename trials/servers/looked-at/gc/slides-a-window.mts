import { createServer } from 'node:http'

interface Sample { at: number, value: number, tags: string[] }

let window: Sample[] = []

function add (count: number): number {
  const now = Date.now()
  for (let i = 0; i < count; i++) window.push({ at: now, value: i, tags: [`t${i % 9}`, 'all'] }) // <- here
  if (window.length > 400_000) window = window.slice(200_000)
  return window.length
}

createServer((req, res) => res.end(String(add(4000)))).listen(Number(process.env.PORT), process.env.HOST)
