import Fastify from 'fastify'
import upstream from '../asked-service.js'

interface Page { page: number, next: number | null, items: number[] }

const { http: port } = await upstream()

class Catalogue {
  readonly base: string

  constructor (base: string) {
    this.base = base
  }

  async page (number: number): Promise<Page> {
    const response = await fetch(`${this.base}/articles?page=${number}`) // <- here
    return await response.json() as Page
  }

  async * articles (): AsyncGenerator<number> {
    for (let next: number | null = 1; next !== null;) {
      const page: Page = await this.page(next) // <- here
      yield * page.items
      next = page.next
    }
  }
}

const catalogue = new Catalogue(`http://127.0.0.1:${port}/40`)

const app = Fastify()
app.get('/', async function () {
  let articles = 0
  for await (const article of catalogue.articles()) articles += article > 0 ? 1 : 0 // <- here
  return { articles }
})
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
