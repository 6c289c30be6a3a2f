'use strict'

// A CPU quota, as containers set it, is told apart from a server that computes.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { begin } = require('../support/helper')

const SERVER = path.join(__dirname, '../fixtures/joins-a-group.js')
const QUOTA = 0.25
const PERIOD_US = 100_000

/** @returns {string | null} folder of a control group with the quota; null if this system does not allow it */
function groupWithQuota (t) {
  const ways = [
    ['/sys/fs/cgroup/cpu', (folder) => fs.writeFileSync(`${folder}/cpu.cfs_quota_us`, String(QUOTA * PERIOD_US))],
    ['/sys/fs/cgroup', (folder) => fs.writeFileSync(`${folder}/cpu.max`, `${QUOTA * PERIOD_US} ${PERIOD_US}`)]
  ]
  for (const [root, limit] of ways) {
    const folder = `${root}/hot-path-test-${process.pid}`
    try {
      fs.mkdirSync(folder)
      t.teardown(() => fs.rmdirSync(folder))
      if (!fs.existsSync(`${folder}/cgroup.procs`)) continue // another file system
      limit(folder)
      return folder
    } catch {}
  }
  return null
}

t.test('a server whose quota is used up is throttled; the same without a quota is not', async function (t) {
  const group = groupWithQuota(t)
  if (!group) return t.skip('control groups cannot be written here')
  for (const [CONTROL_GROUP, isThrottled] of [[group, true], ['', false]]) {
    const args = ['checkup', SERVER, '--duration=4', '--json', '--no-open']
    const env = { ...process.env, CONTROL_GROUP }
    const { status, stdout, stderr } = await begin(args, { cwd: t.testdir(), env }).ended
    t.equal(status, 0, stderr)
    const { findings, window } = JSON.parse(stdout)
    t.equal(findings[0].name === 'cpu-throttled', isThrottled, JSON.stringify(findings.map(({ name }) => name)))
    t.equal(window.quotaCores, isThrottled ? QUOTA : null)
  }
})
