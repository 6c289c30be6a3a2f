import { createServer } from 'node:http'

type Task = () => number

const outbox: Task[][] = []
const BATCHES = 60

function postpone (subscribers: number): number {
  const batch: Task[] = []
  for (let i = 0; i < subscribers; i++) {
    const headers = { to: `reader-${i}`, subject: 'News', tries: 0 } // <- here
    batch.push(() => headers.to.length + ++headers.tries) // <- here
  }
  outbox.push(batch)
  return batch.length
}

function deliver (): number {
  let sent = 0
  while (outbox.length > BATCHES) {
    for (const send of outbox.shift() ?? []) sent += send() > 0 ? 1 : 0
  }
  return sent
}

createServer(function (req, res) {
  const postponed = postpone(3500)
  res.end(JSON.stringify({ postponed, sent: deliver() }))
}).listen(Number(process.env.PORT), process.env.HOST)
