'use strict'

// Who may know whom, and the same fact in one place only.

const fs = require('fs')
const { isBuiltin } = require('module')
const path = require('path')
const t = require('tap')
const { subjects: catalog } = require('../config')
const { commands } = require('../../scripts/commands')
const { scripts } = require('../../package.json')
const { ROOT } = require('../helper')

function filesBelow (folder) {
  return fs.readdirSync(path.join(ROOT, folder), { recursive: true })
    .filter((name) => /\.(js|d\.ts)$/.test(name) && !name.includes('node_modules'))
    .map((name) => path.join(folder, name))
}

function requiresOf (file) {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  return [...source.matchAll(/require\(['"`]([^'"`]+)['"`]\)/g)].map(([, name]) => name)
}

/** Files of ours that `file` requires, relative to the root. */
function oursIn (file) {
  return requiresOf(file).filter((name) => name.startsWith('.')).map((name) => path.join(path.dirname(file), name))
}

for (const folder of ['steps', 'experiments', 'labs/yes/writers', 'labs/frameworks/contestants']) {
  t.test(`${folder} know nothing of ours`, async function (t) {
    const files = filesBelow(folder)
    t.ok(files.length)
    for (const file of files) {
      const [home, id] = file.split(path.sep)
      // An experiment asks about a step, so it may use what the step is made of.
      const own = (ours) => ours.startsWith(path.join(home, id)) || (home === 'experiments' && /^steps.*util$/.test(ours))
      for (const ours of oursIn(file)) t.ok(own(ours), `${file} requires ${ours}`)
      for (const name of requiresOf(file)) t.not(name, 'hot-path')
    }
  })
}

t.test('the harness knows npm packages and itself', async function (t) {
  const { dependencies } = require('../../package.json')
  for (const file of filesBelow('harness')) {
    for (const ours of oursIn(file)) t.ok(ours.startsWith('harness'), `${file} requires ${ours}`)
    for (const name of requiresOf(file).filter((name) => !name.startsWith('.') && !isBuiltin(name))) {
      const bare = name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/')
      t.ok(bare.includes('$') || bare in dependencies, `${file} requires ${name}, a dependency`)
    }
  }
})

t.test('nothing is passed through a shell', async function (t) {
  for (const file of ['harness', 'scripts'].flatMap(filesBelow)) {
    const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
    const used = [...source.matchAll(/const \{([^}]*)\} = require\('child_process'\)/g)].flatMap(([, names]) => names.split(',').map((name) => name.trim()))
    for (const name of used) t.ok(['spawn', 'spawnSync', 'execFile', 'execFileSync', 'ChildProcess'].includes(name), `${file} uses ${name}`)
    t.equal(source.match(/require\('(node:)?child_process'\)/g)?.length ?? 0, used.length ? 1 : 0, `${file} says what it uses of child_process`)
    t.notMatch(source, /\bshell: /, file)
  }
})

t.test('every subject has an id of its own and a file that is there', async function (t) {
  const ids = catalog.map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length)
  for (const { entry } of catalog) t.ok(fs.existsSync(entry), entry)
})

t.test('every command can be run with npm, and every step with every instrument', async function (t) {
  for (const { name } of commands.filter(({ name }) => name !== 'step')) {
    t.equal(scripts[name], `node scripts/hot-path.js ${name}`)
  }
  for (const { alias } of catalog.filter(({ alias }) => alias)) {
    t.equal(scripts[`step:${alias}`], `node scripts/hot-path.js step ${alias}`)
    for (const instrument of ['flame', '0x', 'cpu-profile', 'checkup']) {
      t.equal(scripts[`step:${alias}:${instrument}`], `node scripts/hot-path.js ${instrument} ${alias}`)
    }
  }
})

t.test('no file is too long to be read in one go', async function (t) {
  for (const file of ['harness', 'scripts', 'steps', 'experiments', 'labs', 'test'].flatMap(filesBelow)) {
    const lines = fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n').length
    t.ok(lines <= 201, `${file} has ${lines} lines`)
  }
})
