'use strict'

const seen = []

function remember ({ ip, headers, url }) {
  seen.push({ ip, url, agent: headers['user-agent'] ?? 'unknown', headers: { ...headers }, at: new Date() })
}

// How many different programs and people have looked.
function visitors () {
  return new Set(seen.slice(-100).map(({ ip, agent }) => `${ip} ${agent}`)).size
}

module.exports = { remember, visitors }
