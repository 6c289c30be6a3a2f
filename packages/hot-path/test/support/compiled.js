'use strict'

// A server in TypeScript, compiled or bundled.

const fs = require('fs')
const path = require('path')
const { buildSync } = require('esbuild')
const { transpileModule } = require('typescript')

const SERVER = `import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { total } from './total'

const kept: { path: string, scores: number[] }[] = []

interface Answer { total: number }

async function answer (url: string): Promise<Answer> {
  await sleep(20) // <- waits
  kept.push({ path: url, scores: Array.from({ length: 200 }, Math.random) })
  return { total: total(400_000) }
}

http
  .createServer(async (request, response) => {
    response.end(JSON.stringify(await answer(String(request.url))))
  })
  .listen(Number(process.env.PORT), process.env.HOST)
`
const TOTAL = `// How much that is.
type Count = number

export function total (most: Count): Count {
  let sum = 0
  for (let i = 0; i < most; i++) sum += Math.sqrt(i) // <- computes
  return sum
}
`
const lineOf = (source, mark) => source.split('\n').findIndex((line) => line.includes(mark)) + 1

/** @returns the folder of the project, with its sources */
function project (t) {
  return fs.realpathSync(
    t.testdir({ src: { 'server.ts': SERVER, 'total.ts': TOTAL }, dist: {}, 'package.json': '{ "private": true }' })
  )
}

/** Compiles both files with TypeScript. */
function compile (folder, options) {
  for (const name of ['server', 'total']) {
    const { outputText, sourceMapText } = transpileModule(fs.readFileSync(path.join(folder, 'src', `${name}.ts`), 'utf8'), {
      compilerOptions: { module: 1, target: 9, esModuleInterop: true, sourceRoot: '../src', ...options },
      fileName: `${name}.ts`
    })
    fs.writeFileSync(path.join(folder, 'dist', `${name}.js`), outputText)
    if (sourceMapText) fs.writeFileSync(path.join(folder, 'dist', `${name}.js.map`), sourceMapText)
  }
}

/** Bundles both files into one minified file. */
function bundle (folder) {
  buildSync({
    entryPoints: [path.join(folder, 'src/server.ts')],
    outfile: path.join(folder, 'dist/server.js'),
    bundle: true,
    minify: true,
    platform: 'node',
    sourcemap: 'linked'
  })
}

/** Makes `npm start` compile both files in memory, each to one line, as tsx does. */
function compileInMemory (folder) {
  fs.writeFileSync(path.join(folder, 'register.js'), `
const { transformSync } = require(${JSON.stringify(require.resolve('esbuild'))})
require.extensions['.ts'] = function (module, file) {
  const source = require('fs').readFileSync(file, 'utf8')
  const options = { loader: 'ts', format: 'cjs', minifyWhitespace: true, sourcemap: 'inline', sourcefile: file }
  module._compile(transformSync(source, options).code, file)
}`)
  const scripts = { start: 'node --require ./register.js src/server.ts' }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, scripts }))
}

module.exports = { SERVER, TOTAL, bundle, compileInMemory, compile, lineOf, project }
