import Fastify from 'fastify'
import showdown from 'showdown'

const chapters = new Map()
for (const [number, title] of ['Joining', 'Leave', 'Travel', 'Leaving'].entries()) {
  const rules = Array.from({ length: 25 }, (_, i) => `${i + 1}. **Rule ${i}**: see [the form](/forms/${number}/${i})`)
  const ending = '> Ask the `people` team.'
  chapters.set(number, [`# ${title}`, 'What *everybody* should know.', rules.join('\n'), ending].join('\n\n'))
}

const converter = new showdown.Converter({ tables: true, simplifiedAutoLink: true })

function chapter (number) {
  const text = chapters.get(number)
  if (text === undefined) return null
  return converter.makeHtml(text) // <- here
}

const app = Fastify()

app.get('/chapters', async () => [...chapters.keys()])

app.get('/', async function (req, reply) {
  const html = chapter(Number(req.query.chapter ?? 0))
  if (html === null) return reply.code(404).send({ error: 'no such chapter' })
  return reply.type('text/html').send(html)
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
