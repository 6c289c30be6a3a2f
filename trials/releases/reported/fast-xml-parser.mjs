// Parses an RSS feed of 100 items per request with fast-xml-parser.

import http from 'node:http'
import { XMLParser } from 'fast-xml-parser'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const item = (i) => `<item><title>Title ${i}</title><link>https://example.com/${i}</link><guid isPermaLink="false">${i}</guid>
<pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate><category domain="x">news</category>
<description><![CDATA[<p>A text of some length about number ${i}.</p>]]></description></item>`
const items = Array.from({ length: 100 }, (_, i) => item(i)).join('\n')
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items}</channel></rss>`

const parser = new XMLParser({
  ignoreAttributes: false,
  alwaysCreateTextNode: true,
  parseTagValue: false,
  trimValues: false
})

const server = http.createServer(function (req, res) {
  const { rss } = parser.parse(FEED)
  res.end(String(rss.channel.item.length))
})

server.listen(PORT, HOST)
