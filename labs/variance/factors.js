'use strict'

// What can make two processes of one server differ: each factor holds one thing equal, or switches it off.

const FIXED_ADDRESSES = ['setarch', '-R']
const ONE_CORE = ['taskset', '--cpu-list', '1']
const FIXED_SEEDS = ['--hash-seed=1', '--random-seed=1']
const FIXED_YOUNG = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * @typedef {object} Factor
 * @property {string} id
 * @property {string} title
 * @property {string[]} [through] program that starts Node, with its arguments
 * @property {string[]} [flags] of Node
 * @property {number} [connections] default: 10
 * @property {number} [warmSeconds] load before the measurement; default: 1.25
 */

/** @type {Factor[]} in the order in which they are measured */
module.exports = [
  { id: 'none', title: 'nothing held equal' },
  { id: 'warm', title: 'warm-up of 5 s instead of 1.25 s', warmSeconds: 5 },
  { id: 'layout', title: 'addresses and seeds', through: FIXED_ADDRESSES, flags: FIXED_SEEDS },
  {
    id: 'everything',
    title: 'everything: addresses, seeds, core, young generation, one thread',
    through: [...FIXED_ADDRESSES, ...ONE_CORE],
    flags: [...FIXED_SEEDS, ...FIXED_YOUNG, '--single-threaded']
  },
  { id: 'addresses', title: 'addresses: no ASLR', through: FIXED_ADDRESSES },
  { id: 'seeds', title: 'hash and random seed', flags: FIXED_SEEDS },
  { id: 'compilation', title: 'compilation on the main thread', flags: ['--no-concurrent-recompilation'] },
  { id: 'young', title: 'young generation of 64 MB', flags: FIXED_YOUNG },
  { id: 'core', title: 'one core for the server', through: ONE_CORE },
  { id: 'cold', title: 'warm-up of 0.3 s instead of 1.25 s', warmSeconds: 0.3 },
  { id: 'order', title: 'order of requests: one connection', connections: 1 },
  { id: 'collector', title: 'garbage collection on the main thread', flags: ['--single-threaded-gc'] },
  { id: 'inlining', title: 'no inlining', flags: ['--max-inlined-bytecode-size=0', '--no-maglev-inlining'] },
  { id: 'maglev', title: 'no Maglev, the middle compiler', flags: ['--no-maglev'] },
  { id: 'interpreter', title: 'no optimising compiler', flags: ['--no-maglev', '--max-optimized-bytecode-size=0'] },
  { id: 'pages', title: 'large pages for the code of Node', flags: ['--use-largepages=on'] }
]
