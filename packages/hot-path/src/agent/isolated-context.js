'use strict'

// Part of preload.js: runs inside the subject, before its first line.
//
// A server may replace JSON or Date, patch the prototypes of arrays and promises, wrap process.exit or stop the clock.
// So what is ours in it has a realm of its own (an ECMAScript realm, a context of V8), with intrinsic objects that
// nobody else has, and keeps what it needs of Node as it was before the server's first line. Nor are our modules among
// those that the server finds in require.cache.

const fs = require('fs')
const { isBuiltin } = require('module')
const path = require('path')
const vm = require('vm')
const targetContext = require('./target-context')

const LOADER = path.join(__dirname, 'loader.js')
// Of Node, what is used inside a subject; their exports as they are now.
const BUILTINS = [
  'child_process',
  'diagnostics_channel',
  'events',
  'fs',
  'net',
  'path',
  'perf_hooks',
  'v8',
  'vm',
  'worker_threads'
]
const OF_PROCESS = [
  'chdir',
  'cpuUsage',
  'emit',
  'exit',
  'getActiveResourcesInfo',
  'memoryUsage',
  'on',
  'reallyExit',
  'threadCpuUsage'
]
const OF_PERFORMANCE = ['eventLoopUtilization', 'now']
const TIMERS = { setInterval, clearInterval, setTimeout, clearTimeout, setImmediate }
const INTRINSICS = [
  'Array',
  'Date',
  'Error',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Reflect',
  'RegExp',
  'Set',
  'String'
]

/**
 * Makes a realm. Its modules are plain CommonJS modules; they may use each other, and what Node has built in.
 *
 * @returns {(file: string) => any} loads a module of ours into it: absolute path
 */
module.exports = function () {
  const parsingContext = vm.createContext({})
  const intrinsics = vm.runInContext(`({ ${INTRINSICS.join()} })`, parsingContext)
  const performance = boundCopy(globalThis.performance, OF_PERFORMANCE)
  const builtins = Object.fromEntries(BUILTINS.map((name) => [name, { ...require(name) }]))
  builtins.perf_hooks.performance = performance
  const ofModule = { targetContext, process: boundCopy(process, OF_PROCESS), performance, ...TIMERS, ...intrinsics }
  const { compileFunction } = vm
  const { readFileSync } = fs
  // In a block, because a module may declare what is a parameter, too: `performance`.
  const compile = (/** @type {string} */ file, /** @type {string[]} */ parameters) =>
    compileFunction(`'use strict'; {${readFileSync(file, 'utf8')}\n}`, parameters, { filename: file, parsingContext })

  const loader = { exports: /** @type {any} */ ({}) }
  const names = Object.keys(ofModule)
  compile(LOADER, ['module', ...names])(loader, ...Object.values(ofModule))
  const { dirname, resolve } = path
  return loader.exports({ builtins, compile, dirname, isBuiltin, ofModule, require, resolve })
}

/**
 * @template {object} T
 * @param {T} object of Node
 * @param {string[]} names of methods; older versions of Node lack some
 * @returns {T} what inherits from it, and keeps these methods as they are now
 */
function boundCopy (object, names) {
  const copy = Object.create(object)
  for (const name of names) {
    const method = /** @type {any} */ (object)[name]
    if (method) Object.defineProperty(copy, name, { value: method.bind(object) })
  }
  return copy
}
