'use strict'

// The baseline of the regression gates, and the detection of changed servers, in small scratch repositories.

const t = require('tap')
const { baseline, changedSubjects, filesOf } = require('../../support/changed')
const { scratchRepository } = require('../../../packages/hot-path/test/support/scratch-repository')

const subject = (file, more = '') => `'${file.split('/')[1]}': { file: '${file}', path: '/'${more} }`
const CONFIG = (more) => `module.exports = { subjects: { ${subject('steps/one/index.js', more)}, ${subject('steps/two/index.js')} } }\n`
const FILES = {
  'hot-path.config.js': CONFIG(''),
  'steps/one/index.js': "require('./util')\nrequire('../two/util')\n",
  'steps/one/util.js': '// one\n',
  'steps/two/index.js': "require('./util')\n",
  'steps/two/util.js': '// two\n'
}

/** Returns the changed servers as `id`, `id (new)` or `id (accepted: why)`. */
function changedIn (folder, revision) {
  delete require.cache[require.resolve(`${folder}/hot-path.config.js`)]
  return changedSubjects(folder, revision).map(({ id, isNew, accepted }) =>
    [id, isNew && '(new)', accepted && `(accepted: ${accepted})`].filter(Boolean).join(' ')
  )
}

t.test('the baseline is the merge base with main, and on main the previous commit', async function (t) {
  const { folder, git, write } = scratchRepository(t, FILES)
  t.match(baseline(folder, {}), { revision: null, missing: /no commit before/ })
  const first = git('rev-parse', 'HEAD')
  write('a.txt', 'a')
  git('add', '.')
  git('commit', '--quiet', '-m', 'two')
  t.match(baseline(folder, {}), { revision: first, name: 'the commit before', missing: false })
  git('checkout', '--quiet', '-b', 'topic', first)
  write('b.txt', 'b')
  git('add', '.')
  git('commit', '--quiet', '-m', 'three')
  t.match(baseline(folder, {}), { revision: first, name: 'the merge base with main' })
  git('update-ref', 'refs/remotes/origin/release', first)
  t.match(baseline(folder, { GITHUB_BASE_REF: 'release' }), { revision: first, name: 'the merge base with origin/release' })
  t.match(baseline(folder, { GITHUB_BASE_REF: 'gone' }), { revision: null, missing: /no origin\/gone/ })
  t.match(baseline(t.testdir(), {}), { revision: null, missing: 'this is no git repository' })
})

t.test('a server has changed if a file in its own folder has changed', async function (t) {
  const { folder, git, write } = scratchRepository(t, FILES)
  t.same(filesOf(folder, 'steps/one/index.js').sort(), ['steps/one/index.js', 'steps/one/util.js'])
  t.same(changedIn(folder, 'HEAD'), [])
  write('steps/two/util.js', '// slower\n')
  t.same(changedIn(folder, 'HEAD'), ['two'], 'not committed, and not what only uses it')
  git('commit', '--quiet', '-a', '-m', 'two')
  t.same(changedIn(folder, 'HEAD'), [])
  t.same(changedIn(folder, 'HEAD^'), ['two'])
  write('hot-path.config.js', CONFIG('').replace('} }', `}, ${subject('steps/three/index.js')} }`))
  write('steps/three/index.js', '')
  t.same(changedIn(folder, 'HEAD'), ['three (new)'])
})

t.test('a slowdown is accepted only by a reason added in the same change', async function (t) {
  const { folder, git, write } = scratchRepository(t, FILES)
  write('steps/one/util.js', '// signs its answers\n')
  write('hot-path.config.js', CONFIG(", acceptedSlowdown: 'It signs its answers.'"))
  t.same(changedIn(folder, 'HEAD'), ['one (accepted: It signs its answers.)'])
  git('commit', '--quiet', '-a', '-m', 'two')
  write('steps/one/util.js', '// slower again\n')
  t.same(changedIn(folder, 'HEAD'), ['one'], 'the reason of before is no reason now')
})
