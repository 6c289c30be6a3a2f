'use strict'

/**
 * The answers that every contestant must give, byte for byte: a path parameter and a query parameter as JSON.
 *
 * @type {import('./lib/contract').Contract}
 */
module.exports = {
  path: '/bench/hot-path?id=10',
  asks: [
    { path: '/bench/hot-path?id=10', body: '{"name":"hot-path","id":"10"}' },
    { path: '/bench/somebody%20else?id=11', body: '{"name":"somebody else","id":"11"}' },
    { path: '/bench/x?first=1&id=a+b', body: '{"name":"x","id":"a b"}' },
    { path: '/bench/%22%C3%A9%22?id=a%20%5C', body: '{"name":"\\"é\\"","id":"a \\\\"}' }
  ],
  refused: ['/unknown', '/bench/a/b?id=1'],
  headers: {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5'
  }
}
