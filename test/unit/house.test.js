'use strict'

// The structure of the project: which file may import which, and each fact stated in one place only.

const fs = require('fs')
const { isBuiltin } = require('module')
const path = require('path')
const { ESLint } = require('eslint')
const t = require('tap')
const { config, subjects: catalog } = require('../support/config')
const { commandsOf } = require('hot-path/command')
const { scripts } = require('../../package.json')

const ROOT = path.resolve(__dirname, '../..')
const TOOL = 'packages/hot-path/src'
// The tool's modules from the lowest layer up, as listed in the linter's configuration.
const ROOMS = /const ROOMS = \[([^\]]*)\]/.exec(fs.readFileSync(path.join(ROOT, 'eslint.config.js'), 'utf8'))[1].match(/\w+/g)

function filesBelow (folder) {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true })
    .filter((name) => /\.(js|d\.ts)$/.test(name) && !name.includes('node_modules'))
    .map((name) => path.join(folder, name))
}

function requiresOf (file) {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  return [...source.matchAll(/require\(['"`]([^'"`]+)['"`]\)/g)].map(([, name]) => name)
}

// The linter's rule (eslint.config.js) limits which folder may import which. Here: it reports each violation.
const FORBIDDEN = {
  'packages/hot-path/src/verdict/x.js': "require('../process/subject')",
  'packages/hot-path/src/process/x.js': "require('../checkup/watch')",
  'packages/hot-path/src/cli/x.js': "require('../../../../scripts/step')",
  'steps/02-fixed-listener/x.js': "require('hot-path')",
  'experiments/fastify/x.js': "require('../../packages/hot-path/src/verdict/gate-verdict')",
  'labs/yes/x.js': "require('../../packages/hot-path/src/verdict/gate-verdict')"
}
const ALLOWED = {
  'packages/hot-path/src/cli/x.js': "require('../verdict/gate-verdict')",
  'experiments/fastify/x.js': "require('../../steps/03-optimized/util')",
  'labs/yes/x.js': "require('hot-path/testing')"
}
t.test('the linter reports forbidden imports and accepts allowed ones', async function (t) {
  const linter = new ESLint({ cwd: ROOT })
  for (const [expected, uses] of [
    [1, FORBIDDEN],
    [0, ALLOWED]
  ]) {
    for (const [file, code] of Object.entries(uses)) {
      const [{ messages }] = await linter.lintText(`'use strict'\n\n${code}\n`, { filePath: path.join(ROOT, file) })
      t.equal(
        messages.filter(({ ruleId }) => ruleId === 'n/no-restricted-require').length,
        expected,
        `${file}: ${code}`
      )
    }
  }
})

t.test(
  'the linter lists every folder of the tool, and every package that the tool uses is a dependency',
  async function (t) {
    for (const { name } of fs
      .readdirSync(path.join(ROOT, TOOL), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())) {
      t.ok(ROOMS.includes(name), name)
    }
    const { dependencies, peerDependencies } = require('hot-path/package.json')
    for (const file of filesBelow(TOOL)) {
      for (const name of requiresOf(file).filter((name) => !name.startsWith('.') && !isBuiltin(name))) {
        const bare = name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/')
        t.ok(
          bare.includes('$') || bare in dependencies || bare in peerDependencies,
          `${file} requires ${name}, a dependency`
        )
      }
    }
  }
)

/** @returns {Map<string, string[]>} each file of the tool, and the tool's files that it imports, types included */
function importsOfTool () {
  const files = new Set(filesBelow(TOOL))
  return new Map([...files].map(function (file) {
    const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
    const named = [...source.matchAll(/(?:require\(|require\.resolve\(|import\(|from )'(\.[^']*)'/g)].map(([, name]) =>
      ['', '.js', '.d.ts', '/index.js'].map((end) => path.join(path.dirname(file), name) + end).find((one) => files.has(one))
    )
    return [file, named.filter((one) => one !== undefined)]
  }))
}

t.test('files of the tool import only lower modules, types included, and there are no cycles', async function (t) {
  const imports = importsOfTool()
  const roomOf = (file) => ROOMS.indexOf(path.relative(TOOL, file).split(path.sep)[0])
  const inRooms = [...imports].filter(([file]) => roomOf(file) >= 0)
  t.ok(inRooms.length > 150)
  t.same(inRooms.flatMap(([file, named]) => named.filter((one) => roomOf(one) > roomOf(file)).map((one) => `${file}: ${one}`)), [])
  const done = new Set()
  const visit = function (file, way) {
    if (way.includes(file)) t.fail([...way.slice(way.indexOf(file)), file].join(' -> '))
    if (way.includes(file) || done.has(file)) return
    for (const next of imports.get(file)) if (next !== file) visit(next, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
})

t.test('no command is passed through a shell', async function (t) {
  for (const file of ['packages', 'labs', 'scripts', 'trials']
    .flatMap(filesBelow)
    .filter((name) => !/packages.*\/test\/|trials\/servers\//.test(name))) { // test servers are exempt
    const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
    const used = [...source.matchAll(/const \{([^}]*)\} = require\('child_process'\)/g)].flatMap(([, names]) =>
      names.split(',').map((name) => name.trim())
    )
    for (const name of used) {
      t.ok(['spawn', 'spawnSync', 'execFile', 'execFileSync', 'ChildProcess'].includes(name), `${file} uses ${name}`)
    }
    t.equal(
      source.match(/require\('(node:)?child_process'\)/g)?.length ?? 0,
      used.length ? 1 : 0,
      `${file} says what it uses of child_process`
    )
    t.notMatch(source, /\bshell: /, file)
  }
})

t.test('every subject has a unique id and an existing file', async function (t) {
  const ids = catalog.map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length)
  for (const { entry } of catalog) t.ok(fs.existsSync(entry), entry)
})

t.test('every npm script runs an existing command, and each step has a script', async function (t) {
  const names = commandsOf(config).map(({ name }) => name)
  for (const [, name] of Object.values(scripts).flatMap((line) => [...line.matchAll(/^hot-path (\S+)/g)])) {
    t.ok(names.includes(name), name)
  }
  for (const { alias } of catalog.filter(({ alias }) => alias)) {
    t.equal(scripts[`step:${alias}`], `hot-path step ${alias}`)
  }
})

t.test('every action of the workflows is pinned to a commit, and every npm script that they run exists', async function (t) {
  const folder = path.join(ROOT, '.github/workflows')
  for (const name of fs.readdirSync(folder)) {
    const workflow = fs.readFileSync(path.join(folder, name), 'utf8')
    const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action)
    t.ok(used.length > 0, name)
    for (const action of used) t.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    for (const [, script] of workflow.matchAll(/run: npm run (\S+)/g)) t.ok(script in scripts, script)
  }
})
