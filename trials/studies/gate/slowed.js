'use strict'

// Runs a server with a known amount of additional CPU per request:
//   HOT_PATH_ENTRY=<file> HOT_PATH_BURN=<loop iterations> node slowed.js
// With HOT_PATH_BURN=0, the server is unchanged.

const diagnostics = require('diagnostics_channel')

const turns = Number(process.env.HOT_PATH_BURN)

let state = 1
function burn () {
  for (let i = 0; i < turns; i++) state = (Math.imul(state, 1664525) + 1013904223) | 0
}

if (turns > 0) diagnostics.subscribe('http.server.request.start', burn)

require(process.env.HOT_PATH_ENTRY ?? '')
