'use strict'

const { incomingEdges } = require('./snapshot')

/** @typedef {import('./snapshot').HeapSnapshot} HeapSnapshot */

/**
 * @typedef {object} DominatorTree
 * @property {Uint32Array} order the nodes that can be reached from node 0, in preorder: dominators before what they
 *   dominate
 * @property {Int32Array} dominators immediate dominator of each node; -1 for nodes that cannot be reached
 */

/**
 * A node dominates another if every path from the root to the other leads through it: the other is freed with it.
 * Weak references are no paths.
 *
 * Source: Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", 1979, simple version. It takes
 * O(m log n) steps on the long linked lists of heaps, too.
 *
 * @param {HeapSnapshot} snapshot
 * @param {ReturnType<typeof incomingEdges>} [incoming] of the same snapshot
 * @returns {DominatorTree}
 */
function dominatorTree (snapshot, { first, edges, source } = incomingEdges(snapshot)) {
  const { order, number, parent } = depthFirst(snapshot)
  const count = order.length
  // The arrays below are indexed by preorder number.
  const semi = Int32Array.from({ length: count }, (_, i) => i)
  const best = semi.slice() // node with the smallest semidominator on the compressed path
  const ancestor = new Int32Array(count).fill(-1)
  const dominator = new Int32Array(count)
  const bucket = new Int32Array(count).fill(-1) // linked list per semidominator
  const nextInBucket = new Int32Array(count).fill(-1)
  const path = new Int32Array(count)
  const evaluate = (/** @type {number} */ node) => {
    let depth = 0
    let at = node
    for (; ancestor[at] >= 0 && ancestor[ancestor[at]] >= 0; at = ancestor[at]) path[depth++] = at
    while (depth > 0) {
      const one = path[--depth]
      const above = ancestor[one]
      if (semi[best[above]] < semi[best[one]]) best[one] = best[above]
      ancestor[one] = ancestor[above]
    }
    return ancestor[node] < 0 ? node : best[node]
  }
  for (let node = count - 1; node > 0; node--) {
    for (let i = first[order[node]]; i < first[order[node] + 1]; i++) {
      const from = number[source[edges[i]]]
      const low = from < 0 ? node : semi[evaluate(from)]
      if (low < semi[node]) semi[node] = low
    }
    nextInBucket[node] = bucket[semi[node]]
    bucket[semi[node]] = node
    ancestor[node] = parent[node]
    for (let one = bucket[parent[node]]; one >= 0; one = nextInBucket[one]) {
      const low = evaluate(one)
      dominator[one] = semi[low] < semi[one] ? low : parent[node]
    }
    bucket[parent[node]] = -1
  }
  const dominators = new Int32Array(snapshot.type.length).fill(-1)
  dominators[order[0]] = order[0]
  for (let node = 1; node < count; node++) {
    if (dominator[node] !== semi[node]) dominator[node] = dominator[dominator[node]]
    dominators[order[node]] = order[dominator[node]]
  }
  return { order, dominators }
}

/**
 * @param {HeapSnapshot} snapshot
 * @returns {{ order: Uint32Array, number: Int32Array, parent: Int32Array }} the reachable nodes in preorder; the
 *   preorder number of each node, or -1; and, by preorder number, that of its parent
 */
function depthFirst ({ type, firstEdge, edgeTo, edgeType, edgeTypes }) {
  const weak = edgeTypes.indexOf('weak')
  const number = new Int32Array(type.length).fill(-1)
  const order = new Uint32Array(type.length)
  const parent = new Int32Array(type.length)
  const next = firstEdge.slice(0, type.length)
  const stack = new Uint32Array(type.length)
  let [depth, count] = [1, 1]
  number[0] = 0
  while (depth > 0) {
    const node = stack[depth - 1]
    if (next[node] === firstEdge[node + 1]) {
      depth--
      continue
    }
    const edge = next[node]++
    const to = edgeTo[edge]
    if (edgeType[edge] === weak || number[to] >= 0) continue
    parent[count] = number[node]
    number[to] = count
    order[count++] = to
    stack[depth++] = to
  }
  return { order: order.subarray(0, count), number, parent }
}

module.exports = { dominatorTree }
