import { createServer } from 'node:http'

interface Span { name: string, start: number, end: number, attributes: Record<string, string>, events: object[] }

class Tracer {
  #finished: Span[] = []
  #endpoint: string | undefined

  constructor (endpoint?: string) {
    this.#endpoint = endpoint
  }

  trace<T> (name: string, work: (span: Span) => T): T {
    const span: Span = { name, start: performance.now(), end: 0, attributes: {}, events: [] } // <- here
    try {
      return work(span)
    } finally {
      span.end = performance.now()
      this.#finished.push(span) // <- here
      if (this.#endpoint && this.#finished.length >= 512) this.#export()
    }
  }

  #export (): void {
    const body = JSON.stringify(this.#finished.splice(0))
    fetch(this.#endpoint ?? '', { method: 'POST', body }).catch(() => {})
  }
}

const tracer = new Tracer(process.env.TRACES_ENDPOINT)

createServer(function (req, res) {
  tracer.trace('GET /', function (span) {
    span.attributes.url = `${req.headers.host}${req.url}`
    for (let step = 0; step < 15; step++) {
      span.events.push({ step, at: performance.now(), url: span.attributes.url }) // <- here
    }
    res.end('traced\n')
  })
}).listen(Number(process.env.PORT), process.env.HOST)
