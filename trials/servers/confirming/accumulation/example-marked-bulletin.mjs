import { createServer } from 'node:http'
import { marked } from 'marked'

const NAMES = {
  en: { glass: 'Glass', paper: 'Paper', wood: 'Untreated wood', metal: 'Scrap metal' },
  de: { glass: 'Glas', paper: 'Papier', wood: 'Altholz', metal: 'Schrott' },
}

const bulletin = `# Yard bulletin

The gate on **Quarry Road** stays closed until Friday.

:::accepts glass paper

Please sort before you queue. Staff will *not* open mixed bags.

- no tyres
- no paint

:::accepts wood metal

## Opening hours

Weekdays from eight to five, see [the map](/map).

> Bring the card from the council.

Thank you.
`

function accepts (lang) {
  return {
    name: 'accepts',
    level: 'block',
    start (src) {
      const at = src.indexOf('\n:::accepts')
      return at < 0 ? undefined : at + 1
    },
    tokenizer (src) {
      const match = /^:::accepts ([a-z ]+)(?:\n|$)/.exec(src)
      if (match) {
        return { type: 'accepts', raw: match[0], kinds: match[1].split(' ') }
      }
    },
    renderer (token) {
      return `<ul class="ok">${token.kinds.map((kind) => `<li>${NAMES[lang][kind]}</li>`).join('')}</ul>\n`
    },
  }
}

function render (text, lang) {
  return marked.use({ gfm: true, extensions: [accepts(lang)] }).parse(text) // <- here
}

const server = createServer((req, res) => {
  const lang = String(req.headers['accept-language'] ?? '').startsWith('de') ? 'de' : 'en'
  try {
    const html = render(bulletin, lang)
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-language': lang })
    res.end(`<!doctype html><title>Yard</title>${html}`)
  } catch {
    res.writeHead(500).end()
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
