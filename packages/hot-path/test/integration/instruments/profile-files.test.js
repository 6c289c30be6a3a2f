'use strict'

// Profiles written for other viewers, and profiles read from other tools.

const { execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const { gunzipSync } = require('zlib')
const { chromium } = require('playwright-core')
const pprof = require('pprof-format')
const t = require('tap')
const { begin } = require('../../support/helper')
const { launchOptions, missing } = require('../../support/browser')

const SERVER = `'use strict'
const http = require('http')

const kept = []

function total (most) {
  let sum = 0
  for (let i = 0; i < most; i++) sum += Math.sqrt(i)
  return sum
}

http.createServer(function (request, response) {
  kept.push(Array.from({ length: 100 }, Math.random))
  response.end(String(total(200_000)))
}).listen(process.env.PORT, process.env.HOST)
`
const SPEEDSCOPE = path.dirname(require.resolve('speedscope/dist/release/index.html'))

let made

/** Profiles a server with both profilers, also in pprof format; runs once for all tests. Returns its folder. */
function profiled () {
  made ??= profile(fs.realpathSync(t.testdir({ 'server.js': SERVER, 'package.json': '{ "private": true }' })))
  return made
}

/** @param {string} folder */
async function profile (folder) {
  for (const command of ['cpu-profile', 'heap']) {
    const args = [command, 'server.js', '--duration=2', '--connections=10', '--format=pprof', '--no-open']
    const { status, stderr } = await begin(args, { cwd: folder }).ended
    if (status !== 0) throw new Error(stderr)
  }
  return { folder, kept: (name) => path.join(folder, 'reports/server', name) }
}

const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))

/** Opens a profile in speedscope, as its command line does. */
async function inSpeedscope (browser, folder, file) {
  fs.cpSync(SPEEDSCOPE, folder, { recursive: true })
  const content = fs.readFileSync(file).toString('base64')
  const name = path.basename(file)
  fs.writeFileSync(path.join(folder, 'profile.js'), `speedscope.loadFileFromBase64(${JSON.stringify(name)}, '${content}')`)
  const page = await browser.newPage()
  const said = []
  page.on('dialog', (dialog) => dialog.dismiss().then(() => said.push(dialog.message())))
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  await page.goto(`${pathToFileURL(path.join(folder, 'index.html'))}#localProfilePath=${path.join(folder, 'profile.js')}`)
  await page.waitForFunction(() => document.title.includes(' - speedscope'), null, { timeout: 20_000 }).catch(() => {})
  const title = await page.title()
  await page.close()
  return { title, said }
}

t.test('the saved profiles open in Chrome, speedscope and pprof parsers', { skip: missing }, async function (t) {
  const { folder, kept } = await profiled()
  const { CPUProfileDataModel } = await import('@paulirish/trace_engine/models/cpu_profile/CPUProfileDataModel.js')
  const saved = read(kept('cpu-profile.cpuprofile'))
  const hasIdle = saved.nodes.some(({ callFrame }) => callFrame.functionName === '(idle)') // not under full load
  const model = new CPUProfileDataModel(saved)
  const names = new Set(model.nodes().map(({ functionName }) => functionName))
  t.ok(names.has('total'), "Chrome's own parser finds the function")
  t.ok(model.totalHitCount > 1000, 'and its samples')
  t.equal(Boolean(model.idleNode), hasIdle, 'and those without work')

  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  for (const name of ['cpu-profile.cpuprofile', 'cpu-profile.pb.gz', 'heap.heapprofile', 'heap.pb.gz']) {
    const { title, said } = await inSpeedscope(browser, path.join(folder, 'speedscope'), kept(name))
    t.match(title, /- speedscope$/, name)
    t.same(said, [], name)
  }
  const { stringTable, sampleType, sample, function: functions } = pprof.Profile.decode(gunzipSync(fs.readFileSync(kept('cpu-profile.pb.gz'))))
  const text = (index) => stringTable.strings[Number(index)]
  t.same(sampleType.map(({ type, unit }) => [text(type), text(unit)]), [['cpu', 'microseconds']])
  t.ok(functions.some(({ name, filename }) => text(name) === 'total' && text(filename).endsWith('server.js')))
  const cpuSeconds = sample.reduce((sum, { value: [us] }) => sum + Number(us), 0) / 1e6
  t.ok(cpuSeconds > 1 && cpuSeconds < 4, `${cpuSeconds} s of CPU, of a load of 2 s`)
})

t.test('a saved profile is read again with the same result', async function (t) {
  const { folder, kept } = await profiled()
  const before = read(kept('cpu-profile.json'))
  const again = await begin(['cpu-profile', '--from=reports/server/cpu-profile.cpuprofile', '--json'], { cwd: folder }).ended
  t.equal(again.status, 0, again.stderr)
  const { hottest, other, weight, report } = JSON.parse(again.stdout)
  t.same({ hottest, other, weight }, { hottest: before.hottest, other: before.other, weight: before.weight })
  t.match(fs.readFileSync(report, 'utf8'), /total server\.js:6/)
  const heap = await begin(['heap', '--from=reports/server/heap.heapprofile', '--no-open'], { cwd: folder }).ended
  t.equal(heap.status, 0, heap.stderr)
  t.match(heap.stdout, /at {2}server\.js:\d+ \(anonymous\)/)
})

t.test('a finding is written as Markdown', async function (t) {
  const { folder } = await profiled()
  const from = ['--from=reports/server/cpu-profile.cpuprofile', '--no-open']
  const { status, stdout } = await begin(['cpu-profile', ...from, '--markdown'], { cwd: folder }).ended
  t.equal(status, 0)
  t.match(stdout, /^### V8's CPU profiler says: the hottest function is total server\.js:6, \d+ % self time\.\n/)
  t.match(stdout, /^> {2}6 {2}function total/m, 'the source')
  t.match(stdout, /^\*\*Next:\*\* Do less work/m)
  t.match(stdout, /^\*\*Run:\*\* `npx hot-path cpu-profile --from=reports\/server\/cpu-profile\.cpuprofile`; hot-path \d/m)
  const file = await begin(['cpu-profile', ...from, '--markdown=found.md'], { cwd: folder }).ended
  t.match(file.stdout, /^V8's CPU profiler says/, 'the text is still printed')
  t.equal(fs.readFileSync(path.join(folder, 'found.md'), 'utf8'), stdout.replace(/\n$/, ''))
  const refused = await begin(['cpu-profile', ...from, '--markdown='], { cwd: folder }).ended
  t.match(refused, { status: 2, stderr: /--markdown needs a file that can be written/ })
})

t.test('two profiles are compared, and the changes are listed', async function (t) {
  const { folder, kept } = await profiled()
  fs.copyFileSync(kept('cpu-profile.cpuprofile'), path.join(folder, 'before.cpuprofile'))
  fs.writeFileSync(path.join(folder, 'server.js'), SERVER.replace('String(total(200_000))', 'String(total(200_000) + product(400_000))').replace('function total', 'function product (most) {\n  let all = 1\n  for (let i = 1; i < most; i++) all *= Math.sqrt(i)\n  return all\n}\n\nfunction total'))
  await begin(['cpu-profile', 'server.js', '--duration=2', '--connections=10', '--no-open'], { cwd: folder }).ended
  const args = ['cpu-profile', '--from=before.cpuprofile', '--from=reports/server/cpu-profile.cpuprofile', '--format=pprof', '--no-open']
  const { status, stdout, stderr } = await begin(args, { cwd: folder }).ended
  t.equal(status, 0, stderr)
  t.match(stdout, /Functions with a larger share of the busy time than before:\n {2}product server\.js:6: absent before, \d\d\.\d % now/)
  t.match(fs.readFileSync(kept('../cpu-profile/cpu-profile.html'), 'utf8'), /Change of each function, in shares of the busy time/)
  t.ok(fs.existsSync(kept('../cpu-profile/cpu-profile.pb.gz')), 'what was brought is written for other tools, too')
})

t.test('profiles of Chrome, and of Node with other options, are read', { skip: missing }, async function (t) {
  const folder = fs.realpathSync(t.testdir({ 'package.json': '{ "private": true }', 'work.js': `${SERVER.split('http.createServer')[0]}for (let i = 0; i < 300; i++) total(1e6)\n` }))
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.start')
  const content = 'function busy () { let sum = 0; for (let i = 0; i < 2e8; i++) sum += Math.sqrt(i); return sum }\nbusy()'
  await page.addScriptTag({ content: `${content}\n//# sourceURL=http://shop.example/app.js` })
  const { profile } = await session.send('Profiler.stop')
  fs.writeFileSync(path.join(folder, 'page.cpuprofile'), JSON.stringify(profile))
  const ofChrome = await begin(['cpu-profile', '--from=page.cpuprofile', '--no-open'], { cwd: folder }).ended
  t.match(ofChrome.stdout, /the hottest function is busy\s+http:\/\/shop\.example\/app\.js:1/, ofChrome.stderr)

  execFileSync(process.execPath, ['--cpu-prof', '--cpu-prof-name=job.cpuprofile', '--cpu-prof-interval=500', 'work.js'], { cwd: folder })
  const ofNode = await begin(['cpu-profile', '--from=job.cpuprofile', '--no-open'], { cwd: folder }).ended
  t.match(ofNode.stdout, /the hottest function is total work\.js:6/, ofNode.stderr)
})

t.test('a file that is not a profile is rejected with a one-line error', async function (t) {
  const folder = t.testdir({
    'empty.cpuprofile': '',
    'list.cpuprofile': '[]',
    'nodes.cpuprofile': '{"nodes":[{"id":1}]}',
    'samples.cpuprofile': '{"nodes":[{"id":1,"callFrame":{"functionName":"f","url":"","lineNumber":0,"columnNumber":0}}],"samples":[7],"timeDeltas":[1]}',
    'proto.cpuprofile': '{"__proto__":{"nodes":[]},"constructor":{"prototype":{"polluted":1}}}',
    'deep.heapprofile': `{"head":${'{"callFrame":{"functionName":"f","url":"","lineNumber":0,"columnNumber":0},"selfSize":1,"children":['.repeat(50_000)}${']}'.repeat(50_000)}}`
  })
  const wrong = [
    [['cpu-profile', '--from=gone.cpuprofile'], /"gone\.cpuprofile" cannot be read as a \.cpuprofile file of V8: .*no such file/],
    [['cpu-profile', '--from=empty.cpuprofile'], /"empty\.cpuprofile" cannot be read as a \.cpuprofile file of V8: .*Unexpected end of JSON/],
    [['cpu-profile', '--from=list.cpuprofile'], /it has no nodes/],
    [['cpu-profile', '--from=nodes.cpuprofile'], /a node has no function/],
    [['cpu-profile', '--from=samples.cpuprofile'], /it has no samples with times/],
    [['cpu-profile', '--from=proto.cpuprofile'], /it has no nodes/],
    [['heap', '--from=list.cpuprofile'], /it has no functions with sizes/],
    [['heap', '--from=deep.heapprofile'], /"deep\.heapprofile" cannot be read as|the output of Heap cannot be read/],
    [['cpu-profile', 'server.js', '--from=list.cpuprofile'], /--from reads a file and starts no server\. Leave out either "server\.js" or --from\./],
    [['cpu-profile'], /cpu-profile needs a server, or --from=FILE/],
    [['cpu-profile', ...['a', 'b', 'c'].map(() => '--from=list.cpuprofile')], /--from takes one profile, or two/],
    [['cpu-profile', 'server.js', '--format=svg'], /--format takes pprof, not "svg"/]
  ]
  for (const [args, said] of wrong) {
    const { status, stderr } = await begin([...args, '--no-open'], { cwd: folder }).ended
    t.equal(status, 2, args.join(' '))
    t.match(stderr, said)
    t.notMatch(stderr, /\n {4}at /)
  }
})
