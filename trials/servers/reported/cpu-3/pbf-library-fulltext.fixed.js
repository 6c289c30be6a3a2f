'use strict'
const http = require('http')
const { fork } = require('child_process')
const Pbf = require('pbf')

if (process.argv[2] === 'loans') {
  const server = http.createServer((req, res) => {
    setTimeout(() => {
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ available: 2, reserved: 1 }))
    }, 15)
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.on('disconnect', () => process.exit())
} else {
  const port = process.env.PORT || 3000
  const agent = new http.Agent({ keepAlive: true })
  const utf8 = new TextDecoder()
  let loansPort

  const writeChapter = (chapter, pbf) => {
    pbf.writeVarintField(1, chapter.number)
    pbf.writeStringField(2, chapter.title)
    pbf.writeStringField(3, chapter.text)
    pbf.writeStringField(4, chapter.summary)
  }

  const readChapter = (tag, chapter, pbf) => {
    if (tag === 1) chapter.number = pbf.readVarint()
    else if (tag === 2) chapter.title = pbf.readString()
    else if (tag === 3) chapter.text = utf8.decode(pbf.readBytes())
    else if (tag === 4) chapter.summary = pbf.readString()
  }

  const shelf = new Map()
  for (let book = 1; book <= 20; book++) {
    const text = `In the year ${1800 + book} the harbour was quiet and nobody asked for letters. `.repeat(900)
    const pbf = new Pbf()
    const summary = `A harbour town waits for the post of ${1800 + book}.`
    writeChapter({ number: 1, title: `Volume ${book}`, text, summary }, pbf)
    shelf.set(String(book), Buffer.from(pbf.finish()))
  }

  const loans = (id) => new Promise((resolve, reject) => {
    http.get({ port: loansPort, host: '127.0.0.1', path: `/loans/${id}`, agent }, (res) => {
      let body = ''
      res.on('data', (chunk) => { body += chunk })
      res.on('end', () => resolve(JSON.parse(body)))
    }).on('error', reject)
  })

  const send = (res, status, body) => {
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(JSON.stringify(body))
  }

  const server = http.createServer(async (req, res) => {
    const [, section, id, view] = req.url.split('/')
    if (section === 'books' && !id) return send(res, 200, { books: [...shelf.keys()] })
    if (section === 'books' && shelf.has(id) && view === 'preview') {
      const chapter = new Pbf(shelf.get(id)).readFields(readChapter, {})
      const copies = await loans(id)
      return send(res, 200, {
        title: chapter.title,
        summary: chapter.summary,
        minutes: Math.ceil(chapter.text.length / 1200),
        copies
      })
    }
    send(res, 404, { error: 'not found' })
  })

  const child = fork(__filename, ['loans'])
  child.once('message', (p) => {
    loansPort = p
    server.listen(port, '127.0.0.1')
  })
}
