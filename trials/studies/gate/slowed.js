'use strict'

// A server of ours that takes a known amount of CPU more for each request:
//   HOT_PATH_ENTRY=<file> HOT_PATH_BURN=<turns of the loop> node slowed.js
// With HOT_PATH_BURN=0 it is the server as it is.

const diagnostics = require('diagnostics_channel')

const turns = Number(process.env.HOT_PATH_BURN)

let state = 1
function burn () {
  for (let i = 0; i < turns; i++) state = (Math.imul(state, 1664525) + 1013904223) | 0
}

if (turns > 0) diagnostics.subscribe('http.server.request.start', burn)

require(process.env.HOT_PATH_ENTRY ?? '')
