'use strict'

// Every command of the workshop and of the experiments' pages, in the order in which a learner types them.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { TEXTS } = require('../../scripts/docs/build')
const { okUnlessDisturbed, watchMachine } = require('../helper')
const { chaptersOf, copyOfTheProject, isGoal, shortened, type } = require('../reader')

const folder = copyOfTheProject(t)
t.setTimeout(600_000)

/** What a learner does with an editor in chapter 9. */
function fix () {
  const file = path.join(folder, 'my-work/fix/util.js')
  const fixed = fs
    .readFileSync(file, 'utf8')
    .replace("require('events').defaultMaxListeners = Infinity\n\n", '')
    .replace('if (attachAfterEvent === true)', 'if (afterEventAttached === true)')
  fs.writeFileSync(file, fixed)
}

/** What a chapter promises about its command's output. */
const promises = {
  'npm run how-often': /request 100 +│ 100 +│ 1 /,
  'npm run -s blocked-timer': /actual, ms/,
  'npm run -s trace-warnings': /attachAfterEvent, .*util\.js:\d+\.\n*$/,
  'npm run trace-warnings': /MaxListenersExceededWarning/,
  'npm run goal': /The first to meet the goal: 0[23]/,
  'npm run -s learn diff my-work/fix steps/02-fixed-listener': /^They are the same\.$/m,
  // no row of Node's before that of its emitter, and the empty listener is there
  'npm run -s noop-listener -- --no-open':
    /^(?:(?! node {2})[^])* node +(?:emit|arrayClone) node:events[^]*experiments\/noop-listener\/util\.js/,
  'npm run -s waits connection-pool -- --duration=3 --no-open': /app\.js:\d+ ask[^]*pool\.take\(\)/,
  'npm run -s heap sessions -- --duration=3 --no-open': /sessions\.set[^]*sessions \(a Map\) keeps/,
  'npm run -s checkup passwords-in-pool -- --duration=5 --no-open': /^The check-up says: thread-pool/m,
  'npm run -s flame 3 -- --duration=5 --no-open': /^Clinic Flame says: .*node:/m
}

/** With less load, but where the text promises something about what it prints. */
const typed = (line) => (line in promises && !isGoal(line) ? line : shortened(line))

const chapters = chaptersOf(['WORKSHOP.md', ...TEXTS.filter((text) => text.startsWith('experiments/'))])
const broken = []

// Nothing is timed here, so two chapters at a time.
t.jobs = 2
const tried = chapters.map(({ title, lines }) =>
  t.test(title, { buffered: true }, async function (t) {
    for (const line of lines) {
      const { isGood, status, output } = await type(typed(line), folder)
      t.ok(isGood, `${line}: status ${status}. ${isGood ? '' : output.slice(-500)}`)
      if (promises[line] && !promises[line].test(output)) broken.push(line)
      if (line === 'npm run learn start') fix()
    }
  })
)

t.test('what the chapters promise is what one sees', async function (t) {
  await Promise.all(tried)
  // Once more, and not beside another chapter.
  for (const line of broken) {
    const disturbance = watchMachine(t)
    const { output } = await type(typed(line), folder)
    okUnlessDisturbed(t, promises[line].test(output), `${line}: ${output}`, disturbance)
  }
})

t.test('every promise is about a command of the texts', async function (t) {
  const all = chapters.flatMap(({ lines }) => lines)
  for (const line of Object.keys(promises)) t.ok(all.includes(line), line)
})
