'use strict'

// Follows each request through everything that it begins, so that its steps can be told apart from those of others.

const { createHook, executionAsyncId } = require('async_hooks')

const traces = new Map()

createHook({
  init (id, type, parent) {
    const trace = traces.get(parent)
    if (!trace) return
    trace.begun.push(`${type} ${new Error(type).stack}`)
    traces.set(id, trace)
  },
  destroy (id) {
    traces.delete(id)
  }
}).enable()

// Calls the function, and returns its result with the steps that it notes.
async function traced (work) {
  const trace = { steps: {}, begun: [] }
  traces.set(executionAsyncId(), trace)
  return { result: await work(), steps: trace.steps }
}

function step (name) {
  const { steps } = traces.get(executionAsyncId()) ?? {}
  if (steps) steps[name] = (steps[name] ?? 0) + 1
}

module.exports = { step, traced }
