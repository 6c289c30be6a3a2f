import { createServer, type ServerResponse } from 'node:http'
import { generateKeyPairSync, sign } from 'node:crypto'

interface Licence { holder: string, seats: number, issued: number }

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })

function issue (licence: Licence, done: (err: Error | null, signed?: string) => void): void {
  const text = Buffer.from(JSON.stringify(licence))
  sign('sha256', text, privateKey, function (err, signature) { // <- here
    if (err) return done(err)
    done(null, `${text.toString('base64url')}.${signature.toString('base64url')}`)
  })
}

function fail (res: ServerResponse, err: Error): void {
  res.statusCode = 500
  res.end(err.message)
}

let holders = 0

createServer(function (req, res) {
  issue({ holder: `holder-${++holders}`, seats: 5, issued: Date.now() }, function (err, signed) {
    if (err) return fail(res, err)
    res.end(signed)
  })
}).listen(Number(process.env.PORT), process.env.HOST)
