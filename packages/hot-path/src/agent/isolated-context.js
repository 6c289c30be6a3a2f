'use strict'

// Part of preload.js: runs inside the server under test, before its first line.
//
// A server may replace JSON or Date, patch the prototypes of arrays and promises, wrap process.exit or stop the
// clock. hot-path's code therefore runs in an isolated context (an ECMAScript realm, a V8 context) with its own
// intrinsic objects. It captures what it needs of Node before the server's first line. Its modules do not appear in
// require.cache.

const fs = require('fs')
const { isBuiltin } = require('module')
const path = require('path')
const vm = require('vm')
const targetContext = require('./target-context')

const LOADER = path.join(__dirname, 'loader.js')
// Node built-ins used inside the server, captured before the server's first line.
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
  '_getActiveHandles',
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
 * Creates an isolated context. Its modules are plain CommonJS modules that may require each other and Node built-ins.
 *
 * @returns {(file: string) => any} a function that loads one of hot-path's modules into it, by absolute path
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
  // Compile inside a block: a module may declare a name that is also a parameter, such as `performance`.
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
 * @returns {T} an object that inherits from `object` and has its current methods bound
 */
function boundCopy (object, names) {
  const copy = Object.create(object)
  for (const name of names) {
    const method = /** @type {any} */ (object)[name]
    if (method) Object.defineProperty(copy, name, { value: method.bind(object) })
  }
  return copy
}
