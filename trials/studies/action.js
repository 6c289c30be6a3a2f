'use strict'

// Runs action.yml, step by step, on five pull requests of a small Express application, as a runner of GitHub does: in a
// clone, with `bash -e`, the runner's files for outputs and the summary, and no token. Saves what each of them got in
// results/action-study.json:
//   node trials/studies/action.js         about eight minutes; nothing else may run meanwhile

const { execFileSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { machine, writeJson } = require('hot-path/testing')
const { newClone, runAction } = require('../../packages/hot-path/test/support/run-action')

const ROOT = path.resolve(__dirname, '../..')
const TOOL = path.join(ROOT, 'packages/hot-path')
const FILE = path.join(ROOT, 'results/action-study.json')
const OPTIONS = '--path=/articles?sort=price'

const SERVER = `'use strict'

const express = require('express')
const articles = require('./articles')

const app = express()

app.get('/articles', function (req, res) {
  const view = articles.all().map(({ id, name, price }) => ({ id, name, price: price.toFixed(2) }))
  res.json({ articles: view.sort((a, b) => a.price - b.price) })
})

app.listen(process.env.PORT, process.env.HOST)
`
const ARTICLES = `'use strict'

const articles = Array.from({ length: 60 }, (_, i) => ({ id: i, name: 'article ' + i, price: (i * 37) % 60 + 0.5, tags: ['new', 'red'] }))

exports.all = () => articles
`

/** @type {{ name: string, change: (clone: string) => void }[]} */
const PULLS = [
  { name: 'a new version of Express', change: (clone) => npm(clone, 'install', 'express@5.3.0') },
  { name: 'a slow line', change: (clone) => replace(clone, 'articles.js', '=> articles', '=> JSON.parse(JSON.stringify(articles))') },
  {
    name: 'a fast line',
    change (clone) {
      replace(clone, 'server.js', "app.get('/articles'", "const sorted = articles.all()\n  .map(({ id, name, price }) => ({ id, name, price: price.toFixed(2) }))\n  .sort((a, b) => a.price - b.price)\n\napp.get('/articles'")
      replace(clone, 'server.js', /^ +const view[^]*?\}\)\n\}\)/m, '  res.json({ articles: sorted })\n})')
    }
  },
  { name: 'a text', change: (clone) => fs.writeFileSync(path.join(clone, 'README.md'), '# Shop\n\nSells articles.\n') },
  { name: 'a server that does not start', change: (clone) => replace(clone, 'server.js', "require('./articles')", "require('./artikel')") }
]

/**
 * @param {string} folder
 * @param {string[]} args
 */
function npm (folder, ...args) {
  execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: folder })
}

/**
 * @param {string} clone
 * @param {string} name
 * @param {string | RegExp} from
 * @param {string} to
 */
function replace (clone, name, from, to) {
  const file = path.join(clone, name)
  const before = fs.readFileSync(file, 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error(`nothing was replaced in ${name}`)
  fs.writeFileSync(file, after)
}

function main () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-action-'))
  try {
    writeJson(FILE, { version: 1, machine: machine(), date: new Date().toISOString(), pulls: run(folder) })
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} folder
 * @returns {{ name: string, status: number | null, verdict: string, annotations: string[], summary: string }[]}
 */
function run (folder) {
  const { clone, git } = newClone(folder)
  const packed = execFileSync('npm', ['pack', '--silent', `--pack-destination=${clone}`], { cwd: TOOL, encoding: 'utf8' }).trim()
  for (const [name, text] of Object.entries({ '.gitignore': 'node_modules/\nreports/\n', 'server.js': SERVER, 'articles.js': ARTICLES })) {
    fs.writeFileSync(path.join(clone, name), text)
  }
  fs.writeFileSync(path.join(clone, 'package.json'), '{ "name": "shop", "private": true }\n')
  npm(clone, 'install', 'express@5.1.0', `./${packed.split('\n').at(-1)}`)
  git('add', '.')
  git('commit', '--quiet', '-m', 'A shop')
  git('push', '--quiet', 'origin', 'main')
  return PULLS.map(function ({ name, change }) {
    git('checkout', '--quiet', '-B', 'topic', 'main')
    change(clone)
    git('add', '.')
    git('commit', '--quiet', '-m', name)
    const { status, stdout, stderr, output, summary } = runAction(clone, { candidate: 'server.js', options: OPTIONS }, { folder, steps: ['Install', 'Gate'] })
    const annotations = `${stdout}\n${stderr}`.split('\n').filter((line) => /^::(error|warning|notice)/.test(line))
    const verdict = /^verdict=(.*)$/m.exec(output)?.[1] ?? ''
    console.error(`${name}: status ${status} ${verdict}`)
    return { name, status, verdict, annotations, summary }
  })
}

if (require.main === module) main()
