import { createServer } from 'node:http'

type Status = { name: string, up: boolean, since: number }

const started: number = Date.now()

const parts: Record<string, () => boolean> = {
  mail: () => true,
  search: () => started > 0
}

function statuses (): Status[] {
  return Object.entries(parts).map(([name, check]) => ({ name, up: check(), since: started }))
}

const server = createServer(function (req, res) {
  if (req.url !== '/') {
    res.statusCode = 404
    return res.end()
  }
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(statuses()))
})

server.listen(Number(process.env.PORT), process.env.HOST)
