'use strict'

const http = require('node:http')

const KINDS = [
  ['include', /<<[\w./-]+>>/g], // <- here
  ['remark', /#[^\n]*/g], // <- here
  ['clock', /\d\d:\d\d:\d\d/g],
  ['label', /[A-Z][A-Z0-9]*/g],
  ['title', /"[^"\n]*"/g],
  ['number', /\d+/g],
  ['word', /[a-z]+/g],
  ['sign', /[=@;]/g],
  ['gap', /\s+/g],
]

function sampleSheet () {
  const shows = ['Harbour bells', 'Letters from the north', 'Jazz before noon', 'Field recordings']
  const lines = ['# studio two']
  for (let i = 0; i < 64; i += 1) {
    const at = [6 + Math.floor(i / 8), (i * 7) % 60, 0].map((n) => String(n).padStart(2, '0')).join(':')
    lines.push(`${at} REEL "${shows[i % shows.length]}" len=${120 + (i * 37) % 240} @A${i % 9};`)
  }
  return lines.join('\n')
}

class Sheet {
  constructor (text) {
    this.text = text
    this.pos = 0
  }

  next () {
    for (const [kind, pattern] of KINDS) {
      pattern.lastIndex = this.pos
      const found = pattern.exec(this.text) // <- here
      if (found && found.index === this.pos) {
        this.pos += found[0].length
        return { kind, value: found[0] }
      }
    }
    this.pos += 1
    return { kind: 'stray', value: '' }
  }

  cues () {
    const cues = []
    while (this.pos < this.text.length) {
      const { kind, value } = this.next()
      if (kind === 'clock') cues.push({ at: value, title: '', seconds: 0 })
      else if (kind === 'title') cues.at(-1).title = value.slice(1, -1)
      else if (kind === 'number') cues.at(-1).seconds = Number(value)
    }
    return cues.sort((a, b) => a.at.localeCompare(b.at))
  }
}

const onAir = sampleSheet()

http.createServer((req, res) => {
  const cues = new Sheet(onAir).cues()
  const total = cues.reduce((sum, cue) => sum + cue.seconds, 0)
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ total, count: cues.length, first: cues.slice(0, 6) }))
}).listen(Number(process.env.PORT), process.env.HOST)
