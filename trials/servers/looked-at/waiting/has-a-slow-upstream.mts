import { createServer, get } from 'node:http'
import upstream from '../upstream.js'

const port: number = await upstream()

createServer(function (req, res) {
  get({ host: '127.0.0.1', port, path: '/60/stock' }, (answer) => answer.pipe(res)) // <- here
}).listen(Number(process.env.PORT), process.env.HOST)
