'use strict'

// Invalid gates: a one-line error, and no result.

const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { ROOT, hotPath } = require('../../support/helper')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-gate-'))
const stranger = path.join(folder, 'server.js')
fs.copyFileSync(path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js'), stranger)
t.teardown(() => fs.rmSync(folder, { recursive: true }))

const mistakes = {
  'no candidate': [['--baseline=2'], /needs both/],
  'a baseline that does not start': [
    ['--baseline=packages/hot-path/test/fixtures/throws-at-once.js', '--candidate=2'],
    /ended unexpectedly with status 1\./
  ],
  'another contract': [
    ['--baseline=packages/hot-path/test/fixtures/hello.js', '--candidate=2', '--path=/seed/v1'],
    /media type is none in the first and application\/json in the second/
  ],
  'a path that is not there': [['--baseline=2', '--candidate=3', '--path=/nope'], /responds to \/nope with status 404\. Check --path\./],
  'an unknown revision': [['--baseline=git:no-such-thing', '--candidate=2'], /git does not know the revision "no-such-thing"/],
  'a revision that looks like an option': [['--baseline=git:--output=x', '--candidate=2'], /git does not know the revision "--output=x"/],
  'a file outside any repository': [['--baseline=git:HEAD', `--candidate=${stranger}`], /not in a git repository/],
  'a margin without a unit': [['--baseline=2', '--candidate=3', '--margin=2'], /such as 2%/],
  'an alarm that is no more than the margin': [['--baseline=2', '--candidate=3', '--margin=5%', '--alarm=5%'], /--alarm .* is 5%\. It must be larger than --margin .*, which is 5%\./],
  'a budget that is none': [['--baseline=2', '--candidate=3', '--budget=soon'], /such as 60s/],
  'an unknown driver': [['--baseline=2', '--candidate=3', '--driver=ab'], /no driver "ab"/],
  'Markdown into a file without a name': [['--baseline=2', '--candidate=3', '--markdown='], /--markdown needs a file that can be written: "" is not a file name/],
  'Markdown into a folder': [['--baseline=2', '--candidate=3', '--markdown=steps'], /--markdown needs a file that can be written: "steps" is not a regular file/],
  'Markdown where nothing can be': [['--baseline=2', '--candidate=3', '--markdown=README.md/x.md'], /"README.md\/x.md" cannot be written \(/]
}

for (const [mistake, [args, sentence]] of Object.entries(mistakes)) {
  t.test(`${mistake} is an error, not a result`, async function (t) {
    const { status, stdout, stderr } = await hotPath(['gate', ...args])
    t.equal(status, 2)
    t.equal(stdout, '')
    t.match(stderr, sentence)
    t.notMatch(stderr, /at .*hot-path\/src/, 'no stack trace of hot-path')
  })
}

t.test("a job's summary that cannot be written is reported before anything is measured", async function (t) {
  const env = { ...process.env, GITHUB_STEP_SUMMARY: folder }
  const { status, stderr } = await hotPath(['gate', '--baseline=2', '--candidate=3'], { env })
  t.equal(status, 2)
  t.match(stderr, /GITHUB_STEP_SUMMARY needs a file that can be written: .* is not a regular file/)
  t.notMatch(stderr, /Measuring/)
})
