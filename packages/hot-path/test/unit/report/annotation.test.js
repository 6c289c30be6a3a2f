'use strict'

const t = require('tap')
const { annotation } = require('../../../src/report/annotation')

t.test('an annotation is one line, whatever it says', async function (t) {
  t.equal(annotation('error', 'It is slower.'), '::error::It is slower.')
  t.equal(annotation('warning', '2 %\nor more\r', { title: 'a: b, c', file: undefined }), '::warning title=a%3A b%2C c::2 %25%0Aor more%0D')
  t.equal(annotation('error', 'Slower.', { file: 'lib/a.js', line: '7' }), '::error file=lib/a.js,line=7::Slower.')
  t.notMatch(annotation('error', '::set-output name=x::y\n::error::other'), /\n/, 'another command cannot begin')
})
