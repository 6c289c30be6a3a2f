'use strict'

// CPU quotas and memory limits of containers, read from recorded files of the kernel.

const t = require('tap')
const { memoryLimitOf, quotaOf } = require('../../../src/util/control-group')

const STAT = 'nr_periods 40\nnr_throttled 30\nthrottled_time 2900000000\nnr_bursts 0\nburst_time 0\n'
const STAT_2 = 'usage_usec 7\nuser_usec 5\nsystem_usec 2\nnr_periods 12\nnr_throttled 3\nthrottled_usec 90000\n'
const VERSION_1 = { 'cpu.cfs_quota_us': '25000\n', 'cpu.cfs_period_us': '100000\n', 'cpu.stat': STAT }
const NO_LIMIT_1 = { 'cpu.cfs_quota_us': '-1\n', 'cpu.cfs_period_us': '100000\n', 'cpu.stat': STAT }
const VERSION_2 = { 'cpu.max': '150000 100000\n', 'cpu.stat': STAT_2 }

t.test('the smallest quota of the groups around a process is read', async function (t) {
  const quotaIn = (cgroup, groups) =>
    quotaOf(7, t.testdir({ proc: { 7: { cgroup } }, sys: { fs: { cgroup: groups } } }))()
  const first = '12:cpu,cpuacct:/docker/4f\n3:memory:/docker/4f\n0::/\n'
  const known = { cores: 0.25, periods: 40, throttledPeriods: 30 }
  t.same(quotaIn(first, { 'cpu,cpuacct': { docker: { '4f': VERSION_1 } } }), known, 'version 1')
  t.same(quotaIn(first, { 'cpu,cpuacct': { ...VERSION_1 } }), known, 'version 1, inside of the container')
  t.same(quotaIn('1:cpu:/\n0::/\n', { cpu: VERSION_1 }), known, 'mounted by its own')
  t.equal(quotaIn(first, { 'cpu,cpuacct': { docker: { '4f': NO_LIMIT_1 } } }), null)
  const second = '0::/kubepods/pod1/web\n'
  const web = { 'cpu.max': 'max 100000\n', 'cpu.stat': STAT_2 }
  const pods = { kubepods: { pod1: { ...VERSION_2, web } } }
  t.same(quotaIn(second, pods), { cores: 1.5, periods: 12, throttledPeriods: 3 }, 'version 2, of the pod')
  t.same(quotaIn('0::/../web\n', VERSION_2)?.cores, 1.5, 'outside of the namespace')
  t.same(quotaIn('1:name=systemd:/\n0::/a\n', { unified: { a: VERSION_2 } })?.cores, 1.5, 'beside version 1')
  t.equal(quotaIn('3:memory:/docker/4f\n', VERSION_1), null)
})

t.test('a process without control groups has no quota', async function (t) {
  t.equal(quotaOf(7, t.testdir({}))(), null)
  t.equal(quotaOf(undefined)(), null)
})

t.test('the smallest memory limit of the groups around a process is read', async function (t) {
  const limitIn = (cgroup, groups) =>
    memoryLimitOf(7, t.testdir({ proc: { 7: { cgroup } }, sys: { fs: { cgroup: groups } } }))
  const web = { 'memory.max': 'max\n' }
  t.equal(limitIn('0::/pods/web\n', { pods: { 'memory.max': '536870912\n', web } }), 512 * 1024 ** 2, 'version 2')
  t.equal(limitIn('0::/pods/web\n', { pods: { web } }), null)
  const first = '3:memory:/docker/4f\n'
  const limited = { docker: { '4f': { 'memory.limit_in_bytes': '1073741824\n' } } }
  t.equal(limitIn(first, { memory: limited }), 1024 ** 3, 'version 1')
  t.equal(limitIn(first, { memory: { 'memory.limit_in_bytes': '9223372036854771712\n' } }), null, 'no limit')
  t.equal(memoryLimitOf(undefined), null)
})
