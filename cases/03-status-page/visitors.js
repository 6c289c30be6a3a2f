'use strict'

const seen = []

function remember (visit) {
  seen.push(visit)
}

// How many different programs and people have looked.
function visitors () {
  return new Set(seen.slice(-100).map(({ ip, headers }) => `${ip} ${headers['user-agent']}`)).size
}

module.exports = { remember, visitors }
