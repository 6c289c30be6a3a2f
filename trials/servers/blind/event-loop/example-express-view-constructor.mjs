// After express/examples/view-constructor and express/examples/markdown: patients' leaflets.
import path from 'node:path'
import escapeHtml from 'escape-html'
import express from 'express'
import { marked } from 'marked'

function leaflet (topic, chapters) {
  const lines = [`# ${topic}`, '', 'Dear {name}, this leaflet was given to you on **{ward}**.', '']
  for (let i = 1; i <= chapters; i++) {
    lines.push(`## ${i}. What to know`, '')
    lines.push(`Please *read* this chapter with [your nurse](https://example.org/nurse/${i}) about \`dose ${i}\`.`)
    lines.push('Take the tablets **after** a meal, never _before_ it, and keep a diary.', '')
    lines.push('- drink two litres a day', '- walk *three* times a day', `- call **extension ${100 + i}** if in doubt`)
    lines.push('', '| time | tablets | remarks |', '|---|---|---|')
    lines.push('| 08:00 | 1 | with *water* |', '| 20:00 | 2 | **no** milk |', '')
    lines.push('> Your relatives may stay as long as they like.', '')
  }
  return lines.join('\n')
}

const leaflets = new Map([
  ['after-surgery', leaflet('After your operation', 64)],
  ['blood-thinners', leaflet('Blood thinners', 12)],
])

class LeafletView {
  constructor (name, options) {
    this.name = name
    if (!leaflets.has(name)) return
    this.path = path.join(options.root, `${name}.md`)
    this.html = marked.parse(leaflets.get(name)) // <- here
  }

  render (options, done) {
    const html = this.html.replace(/\{(\w+)\}/g, (_, key) => escapeHtml(String(options[key] ?? '')))
    done(null, `<!doctype html><title>${options.title}</title>${html}`)
  }
}

const app = express()

app.set('views', 'leaflets')
app.set('view', LeafletView)
app.set('view cache', process.env.VIEW_CACHE === 'on') // <- here

app.use((req, res, next) => {
  res.locals.ward = req.get('x-ward') ?? 'Ward 4 East'
  next()
})

app.get('/', (req, res) => {
  res.render('after-surgery', { title: 'After your operation', name: 'patient' }) // <- here
})

app.get('/blood-thinners', (req, res) => {
  res.render('blood-thinners', { title: 'Blood thinners', name: 'patient' })
})

app.listen(Number(process.env.PORT), process.env.HOST)
