'use strict'

// Finds the object that retains most of the memory added between two heap snapshots. Pure.

const { dominatorTree } = require('./dominators')
const { incomingEdges, isObject } = require('./snapshot')
const { isOfHotPath, kindOf } = require('../../util/frame-kind')

/** @typedef {import('../../types/source').Retainer} Retainer */
/** @typedef {import('./snapshot').HeapSnapshot} HeapSnapshot */
/** @typedef {import('./dominators').DominatorTree} DominatorTree */

// Follow the dominator tree while one object retains this share of the added memory.
const MOSTLY = 0.4
// Objects of the same kind that retain each other, this many in a row, are a linked list.
const LIST = 20
// Share of the entries that are the same function of the application.
const MOST_ENTRIES = 0.5
// Key, value, and link to the next entry of the bucket. Source: v8/src/objects/ordered-hash-table.h
const MAP_ENTRY = 3
// Limits of the search for a name.
const MOST_EDGES = 15
const MOST_VISITED = 20_000
// Node's and V8's own fields between an object of the program and its entries.
const INTERNAL = /^(internal|hidden|element|shortcut)$/

/**
 * @param {HeapSnapshot} snapshot
 * @param {number} lastId greatest id of the earlier snapshot; objects with a greater id were added since
 * @returns {Omit<Retainer, 'requests'> | null} null if no single object retains most of the added memory, or if it has
 *   no name
 */
function retainerOf (snapshot, lastId) {
  const incoming = incomingEdges(snapshot)
  const tree = dominatorTree(snapshot, incoming)
  const added = addedBytes(snapshot, tree, lastId)
  const { holder, entries, list } = holderOf(snapshot, tree, { added, lastId })
  if (holder === 0) return null
  const name = nameOf(snapshot, holder, { tree, referring: referrers(incoming) })
  const entryAt = list === null ? functionIn(snapshot, tree, { added, holder }) : null
  return name && { ...name, list, entries, entryAt, bytes: added[holder], share: added[holder] / added[0] }
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {DominatorTree} tree
 * @param {number} lastId
 * @returns {Float64Array} for each node, the added memory that it retains, in bytes, without hot-path's own
 */
function addedBytes (snapshot, tree, lastId) {
  const { id, selfBytes } = snapshot
  const { order, dominators } = tree
  const added = new Float64Array(id.length)
  const isOwn = withDominated(ownContexts(snapshot), tree)
  for (const node of order) {
    if (isObject(id[node]) && id[node] > lastId && !isOwn[node]) added[node] = selfBytes[node]
  }
  for (let i = order.length - 1; i > 0; i--) added[dominators[order[i]]] += added[order[i]]
  return added
}

/**
 * @param {HeapSnapshot} snapshot
 * @returns {Uint8Array} for each node, whether it holds the variables of hot-path's probes
 */
function ownContexts (snapshot) {
  const { nodeTypes, type } = snapshot
  const closure = nodeTypes.indexOf('closure')
  const isOwn = new Uint8Array(type.length)
  for (let node = 0; node < type.length; node++) {
    if (type[node] !== closure) continue
    const file = fileOfFunction(snapshot, node)
    const context = file && isOfHotPath(file) ? follow(snapshot, node, /^context$/) : null
    if (context !== null) isOwn[context] = 1
  }
  return isOwn
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {DominatorTree} tree
 * @param {{ added: Float64Array, lastId: number }} options `added`: see addedBytes
 * @returns {{ holder: number, entries: number, list: string | null }} the innermost node that retains most of the added
 *   memory, or that refers to a linked list; 0 if there is none
 */
function holderOf (snapshot, { order, dominators }, { added, lastId }) {
  const heaviest = new Int32Array(added.length).fill(-1)
  for (const node of order.subarray(1)) {
    const parent = dominators[node]
    if (heaviest[parent] < 0 || added[node] > added[heaviest[parent]]) heaviest[parent] = node
  }
  const way = [0]
  for (let node = heaviest[0]; node >= 0 && added[node] >= MOSTLY * added[0]; node = heaviest[node]) way.push(node)
  const kind = (/** @type {number} */ node) => nodeName(snapshot, node)
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const node of way) counts.set(kind(node), (counts.get(kind(node)) ?? 0) + 1)
  const first = way.findIndex((node) => Number(counts.get(kind(node))) >= LIST)
  if (first < 1) {
    const holder = /** @type {number} */ (way.at(-1))
    return { holder, entries: entriesOf(snapshot, { order, dominators }, { added, holder }), list: null }
  }
  let entries = 0
  for (let node = way[first]; node >= 0 && added[node] > 0; node = heaviest[node]) {
    if (kind(node) === kind(way[first]) && snapshot.id[node] > lastId) entries++
  }
  return { holder: way[first - 1], entries, list: kind(way[first]).replace('system / ', '') }
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {DominatorTree} tree
 * @param {{ added: Float64Array, holder: number }} options
 * @returns {number} how many objects with added memory the holder retains directly, or in one array of V8's own
 */
function entriesOf (snapshot, { order, dominators }, { added, holder }) {
  const { edgeTo, firstEdge, nodeTypes, type } = snapshot
  const object = nodeTypes.indexOf('object')
  const inside = order.filter((node) => dominators[node] === holder && type[node] !== object)
  const counts = [holder, ...inside].map(function (node) {
    // The table of a Map holds keys and values in turn, so the position within an entry counts.
    const width = nodeName(snapshot, dominators[node]) === 'Map' ? MAP_ENTRY : 1
    const byPosition = new Array(width).fill(0)
    for (let edge = firstEdge[node]; edge < firstEdge[node + 1]; edge++) {
      const to = edgeTo[edge]
      if (added[to] > 0 && dominators[to] === node) byPosition[Number(edgeText(snapshot, edge).name) % width || 0]++
    }
    return Math.max(...byPosition)
  })
  return counts.reduce((most, count) => Math.max(most, count), 0)
}

/**
 * Finds the function of the application that most entries are, or refer to: a listener, a hook.
 *
 * @param {HeapSnapshot} snapshot
 * @param {DominatorTree} tree
 * @param {{ added: Float64Array, holder: number }} options
 * @returns {Retainer['entryAt']}
 */
function functionIn (snapshot, { order, dominators }, { added, holder }) {
  const { edgeTo, firstEdge, nodeTypes, type } = snapshot
  const [object, closure] = ['object', 'closure'].map((name) => nodeTypes.indexOf(name))
  const isValue = (/** @type {number} */ node) => type[node] === object || type[node] === closure
  const below = (/** @type {number} */ node) => Array.from(edgeTo.subarray(firstEdge[node], firstEdge[node + 1]))
  const inside = new Set(order.filter((node) => dominators[node] === holder && !isValue(node)))
  inside.add(holder)
  const entries = order.filter((node) => inside.has(dominators[node]) && isValue(node) && added[node] > 0)
  /** @type {Map<string, { at: NonNullable<Retainer['entryAt']>, count: number }>} */
  const counts = new Map()
  for (const entry of entries) {
    const functions = [entry, ...below(entry)].filter((node) => type[node] === closure && added[node] > 0)
    const places = functions.flatMap(function (node) {
      const file = fileOfFunction(snapshot, node)
      const { line, column } = snapshot.locations.get(node) ?? {}
      return file && line !== undefined && kindOf(file) === 'app' ? [{ file, line: line + 1, column: Number(column) + 1 }] : []
    })
    for (const [key, at] of new Map(places.map((at) => [`${at.file}:${at.line}:${at.column}`, at]))) {
      counts.set(key, { at, count: (counts.get(key)?.count ?? 0) + 1 })
    }
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count)
  return most && most.count >= MOST_ENTRIES * entries.length ? most.at : null
}

/**
 * Searches for a name from an object towards the root, nearest first. A variable of the application is preferred.
 *
 * @param {HeapSnapshot} snapshot
 * @param {number} holder
 * @param {{ tree: DominatorTree, referring: ReturnType<typeof referrers> }} options
 * @returns {Pick<Retainer, 'path' | 'type' | 'isInside' | 'file'> | null}
 */
function nameOf (snapshot, holder, { tree, referring }) {
  /** @type {Map<number, { edge: number, to: number, depth: number }>} */
  const seen = new Map([[holder, { edge: -1, to: -1, depth: 0 }]])
  const queue = [holder]
  const isFreed = freedWith(holder, tree)
  /** @type {Pick<Retainer, 'path' | 'type' | 'isInside' | 'file'>[]} */
  const found = []
  for (let i = 0; i < queue.length && i < MOST_VISITED; i++) {
    const node = queue[i]
    const { depth } = /** @type {{ depth: number }} */ (seen.get(node))
    if (depth === MOST_EDGES) break
    for (const { edge, from } of referring(node)) {
      // A variable that the holder itself retains belongs to one of its entries.
      if (seen.has(from) || isFreed[from]) continue
      seen.set(from, { edge, to: node, depth: depth + 1 })
      queue.push(from)
      const root = rootOf(snapshot, { edge, from }, referring)
      if (!root) continue
      found.push({ ...root, ...pathFrom(snapshot, from, seen) })
      if (root.file !== null && kindOf(root.file) === 'app') return found[found.length - 1]
    }
  }
  return found.find(({ file }) => file === null || kindOf(file) !== 'node') ?? found[0] ?? null
}

/**
 * @param {number} holder
 * @param {DominatorTree} tree
 * @returns {Uint8Array} for each node, whether it would be freed with the holder; 1 for nodes that cannot be reached
 */
function freedWith (holder, tree) {
  const isFreed = Uint8Array.from(tree.dominators, (dominator) => (dominator < 0 ? 1 : 0))
  isFreed[holder] = 1
  return withDominated(isFreed, tree)
}

/**
 * @param {Uint8Array} isMarked for each node, whether it is marked; is changed
 * @param {DominatorTree} tree
 * @returns {Uint8Array} the same, with all nodes that the marked ones dominate. In one pass: the way from a node of a
 *   long linked list to the root may have ten thousands of steps
 */
function withDominated (isMarked, { order, dominators }) {
  for (const node of order) if (isMarked[dominators[node]]) isMarked[node] = 1
  return isMarked
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number} from
 * @param {Map<number, { edge: number, to: number }>} seen
 * @returns {Pick<Retainer, 'path' | 'type' | 'isInside'>} names of the edges from there to the holder, without V8's and
 *   Node's own; and the constructor of the last object on the way
 */
function pathFrom (snapshot, from, seen) {
  const { nodeTypes, type: types } = snapshot
  const object = nodeTypes.indexOf('object')
  /** @type {string[]} */
  const path = []
  let [constructor, isInside] = ['', false]
  for (let step = seen.get(from); step && step.edge >= 0; step = seen.get(step.to)) {
    const { type, name } = edgeText(snapshot, step.edge)
    const isNamed = !INTERNAL.test(type) && !/^<symbol|^__proto__$/.test(name)
    if (isNamed) path.push(name)
    else if (INTERNAL.test(type) && types[step.to] === object && path.at(-1) !== '') path.push('')
    if (types[step.to] !== object) continue
    constructor = nodeName(snapshot, step.to)
    isInside = !isNamed
  }
  return { path, type: constructor || 'object', isInside }
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {{ edge: number, from: number }} referrer
 * @param {ReturnType<typeof referrers>} referring
 * @returns {Pick<Retainer, 'file'> | null} if the edge is a variable, or the exports of a module
 */
function rootOf (snapshot, { edge, from }, referring) {
  const { type, name } = edgeText(snapshot, edge)
  if (type === 'context') return { file: fileOfContext(snapshot, from, referring) }
  if (type === 'property' && /^global\b/.test(nodeName(snapshot, from))) return { file: null }
  if (type === 'property' && name === 'exports' && nodeName(snapshot, from) === 'Module') return { file: fileOfModule(snapshot, from) }
  return null
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number} context
 * @param {ReturnType<typeof referrers>} referring
 * @returns {string | null} the script of the functions that use the context
 */
function fileOfContext (snapshot, context, referring) {
  for (const { edge, from } of referring(context)) {
    const { name } = edgeText(snapshot, edge)
    const file = name === 'context' ? fileOfFunction(snapshot, from) : null
    if (file) return file
  }
  for (const { edge, from } of referring(context)) {
    if (edgeText(snapshot, edge).name === 'previous') {
      const file = fileOfContext(snapshot, from, referring)
      if (file) return file
    }
  }
  return null
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number} closure
 * @returns {string | null}
 */
function fileOfFunction (snapshot, closure) {
  const shared = follow(snapshot, closure, /^shared$/)
  const script = shared === null ? null : follow(snapshot, shared, /^script/)
  return script === null ? null : nodeName(snapshot, script) || null
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number} module
 * @returns {string | null}
 */
function fileOfModule (snapshot, module) {
  const name = follow(snapshot, module, /^filename$/)
  return name === null ? null : nodeName(snapshot, name)
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number} node
 * @param {RegExp} wanted name of an edge
 * @returns {number | null} the node that it leads to
 */
function follow (snapshot, node, wanted) {
  for (let edge = snapshot.firstEdge[node]; edge < snapshot.firstEdge[node + 1]; edge++) {
    if (wanted.test(edgeText(snapshot, edge).name)) return snapshot.edgeTo[edge]
  }
  return null
}

/**
 * @param {ReturnType<typeof incomingEdges>} incoming
 * @returns {(node: number) => { edge: number, from: number }[]} the strong edges that lead to a node
 */
function referrers ({ first, edges, source }) {
  return (node) => Array.from(edges.subarray(first[node], first[node + 1]), (edge) => ({ edge, from: source[edge] }))
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number} edge
 * @returns {{ type: string, name: string }}
 */
function edgeText ({ edgeTypes, edgeType, edgeName, strings }, edge) {
  const type = edgeTypes[edgeType[edge]]
  const number = edgeName[edge]
  return { type, name: type === 'element' || type === 'hidden' ? String(number) : strings[number] }
}

/**
 * @param {HeapSnapshot} snapshot
 * @param {number} node
 */
function nodeName ({ strings, name }, node) {
  return strings[name[node]]
}

module.exports = { retainerOf }
