'use strict'

/** @typedef {import('./heap-snapshot').HeapSnapshot} HeapSnapshot */

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
 * @returns {DominatorTree}
 */
function dominatorTree (snapshot) {
  const { order, number, parent } = depthFirst(snapshot)
  const count = order.length
  const { first, from } = predecessors(snapshot, number, count)
  // All arrays below are indexed by preorder number.
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
    for (let i = first[node]; i < first[node + 1]; i++) {
      const low = semi[evaluate(from[i])]
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

/**
 * @param {HeapSnapshot} snapshot
 * @param {Int32Array} number
 * @param {number} count of reachable nodes
 * @returns {{ first: Uint32Array, from: Uint32Array }} by preorder number, the nodes that refer to a node
 */
function predecessors ({ type, firstEdge, edgeTo, edgeType, edgeTypes }, number, count) {
  const weak = edgeTypes.indexOf('weak')
  const first = new Uint32Array(count + 1)
  const each = (/** @type {(to: number, from: number) => void} */ visit) => {
    for (let node = 0; node < type.length; node++) {
      if (number[node] < 0) continue
      for (let edge = firstEdge[node]; edge < firstEdge[node + 1]; edge++) {
        if (edgeType[edge] !== weak) visit(number[edgeTo[edge]], number[node])
      }
    }
  }
  each((to) => { first[to + 1]++ })
  for (let node = 0; node < count; node++) first[node + 1] += first[node]
  const from = new Uint32Array(first[count])
  const at = first.slice(0, count)
  each((to, node) => { from[at[to]++] = node })
  return { first, from }
}

module.exports = { dominatorTree }
