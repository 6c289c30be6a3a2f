'use strict'

// Which statuses are correct responses.

const t = require('tap')
const { expectedStatuses } = require('../../../src/util/expected-statuses')

t.test('304 is a correct response to a conditional request', function (t) {
  const withHeader = (name) => ({ requests: [{ path: '/' }, { path: '/a', headers: { [name]: 'x' } }] })
  t.same(expectedStatuses(withHeader('If-None-Match')), [304])
  t.same(expectedStatuses(withHeader('if-modified-since')), [304])
  t.same(expectedStatuses({ revalidate: true, expects: [304, 503] }), [304, 503])
  t.same(expectedStatuses({ ...withHeader('if-none-match'), expects: [404] }), [404, 304])
  t.same(expectedStatuses(withHeader('accept')), [])
  t.same(expectedStatuses(undefined), [])
  t.end()
})
