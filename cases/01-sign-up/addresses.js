'use strict'

// Words with dots or dashes between them, an @, and a host with a dot in it.
const ADDRESS = /^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.\w{2,})+$/

function isAddress (text) {
  return ADDRESS.test(text)
}

module.exports = { isAddress }
