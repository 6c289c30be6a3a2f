'use strict'

// Reads V8 heap snapshots as a stream: a snapshot may be larger than the longest string of V8.
// Format: v8/src/profiler/heap-snapshot-generator.cc, HeapSnapshotJSONSerializer.

const fs = require('fs')
const { OperationalError } = require('../../util/errors')

const CHUNK_BYTES = 1 << 20
const [QUOTE, CLOSING, ZERO, NINE] = ['"', ']', '0', '9'].map((sign) => sign.charCodeAt(0))

/**
 * @typedef {object} HeapSnapshot nodes and edges by index, in parallel arrays. The root is node 0
 * @property {string[]} nodeTypes
 * @property {string[]} edgeTypes
 * @property {Uint8Array} type of each node: index into `nodeTypes`
 * @property {Uint32Array} name of each node: index into `strings`
 * @property {Float64Array} id of each node; an object that was allocated later has a greater id
 * @property {Float64Array} selfBytes of each node
 * @property {Uint32Array} firstEdge of each node, and one more entry: the number of edges
 * @property {Uint8Array} edgeType of each edge: index into `edgeTypes`
 * @property {Uint32Array} edgeName of each edge: index into `strings`; for elements, the index
 * @property {Uint32Array} edgeTo of each edge: a node
 * @property {Map<number, { scriptId: number, line: number, column: number }>} locations of functions, by node; 0-based
 * @property {string[]} strings
 */

/**
 * @param {string} file
 * @returns {HeapSnapshot}
 * @throws {OperationalError} if the file is not a whole snapshot
 */
function readSnapshot (file) {
  const source = new Source(file)
  try {
    const { meta, node_count: nodes, edge_count: edges } = source.header()
    const nodeFields = fieldsOf(meta.node_fields)
    const edgeFields = fieldsOf(meta.edge_fields)
    const type = new Uint8Array(nodes)
    const name = new Uint32Array(nodes)
    const id = new Float64Array(nodes)
    const selfBytes = new Float64Array(nodes)
    const firstEdge = new Uint32Array(nodes + 1)
    source.rows('nodes', nodeFields.width, function (row, i) {
      type[i] = row[nodeFields.type]
      name[i] = row[nodeFields.name]
      id[i] = row[nodeFields.id]
      selfBytes[i] = row[nodeFields.self_size]
      firstEdge[i + 1] = firstEdge[i] + row[nodeFields.edge_count]
    })
    const edgeType = new Uint8Array(edges)
    const edgeName = new Uint32Array(edges)
    const edgeTo = new Uint32Array(edges)
    source.rows('edges', edgeFields.width, function (row, i) {
      edgeType[i] = row[edgeFields.type]
      edgeName[i] = row[edgeFields.name_or_index]
      edgeTo[i] = row[edgeFields.to_node] / nodeFields.width
    })
    const locations = new Map()
    source.rows('locations', meta.location_fields.length, function ([object, scriptId, line, column]) {
      locations.set(object / nodeFields.width, { scriptId, line, column })
    })
    const strings = source.strings()
    const [nodeTypes] = meta.node_types
    const [edgeTypes] = meta.edge_types
    weakenLists({ name, strings, firstEdge, edgeType, weak: edgeTypes.indexOf('weak') })
    const edgesOf = { firstEdge, edgeType, edgeName, edgeTo }
    const snapshot = { nodeTypes, edgeTypes, type, name, id, selfBytes, ...edgesOf, locations, strings }
    nameBlockVariables(snapshot)
    return snapshot
  } finally {
    source.close()
  }
}

// Node's own lists of all its objects, which do not keep them from being freed: of Node 20, and of Node 22.
const LISTS = ['Node / CleanupQueue', 'Node / BaseObjectList']

/**
 * Makes the references of Node's own lists weak. They would hide what really retains a zlib stream or a socket.
 *
 * @param {Pick<HeapSnapshot, 'name' | 'strings' | 'firstEdge' | 'edgeType'> & { weak: number }} snapshot `weak`: number
 *   of that type
 */
function weakenLists ({ name, strings, firstEdge, edgeType, weak }) {
  const lists = new Set(LISTS.map((one) => strings.indexOf(one)))
  name.forEach(function (one, node) {
    if (lists.has(one)) edgeType.fill(weak, firstEdge[node], firstEdge[node + 1])
  })
}

/**
 * Names the variables of block scopes, such as those in the braces of an `else`. V8 names only the variables of
 * functions; those of blocks are numbered, without the ones that hold a small integer. Their scope has all names.
 *
 * @param {HeapSnapshot} snapshot whose edges are changed
 */
function nameBlockVariables ({ nodeTypes, edgeTypes, type, name, strings, firstEdge, edgeType, edgeName, edgeTo }) {
  const [hidden, context] = ['hidden', 'context'].map((one) => edgeTypes.indexOf(one))
  const [string, closure] = ['string', 'closure'].map((one) => nodeTypes.indexOf(one))
  const [block, scope] = ['system / Context', 'scope_info'].map((one) => strings.indexOf(one))
  const edgesOf = (/** @type {number} */ node) =>
    Array.from({ length: firstEdge[node + 1] - firstEdge[node] }, (_, i) => firstEdge[node] + i)
  const numberedOf = (/** @type {number} */ node) => edgesOf(node).filter((edge) => edgeType[edge] === hidden)
  name.forEach(function (one, node) {
    const values = one === block ? numberedOf(node) : []
    if (values.length === 0) return
    const scopes = edgesOf(node).filter((edge) => edgeType[edge] !== hidden && edgeName[edge] === scope)
    const named = scopes.flatMap((edge) => numberedOf(edgeTo[edge])).map((edge) => edgeTo[edge])
    const names = named.filter((node) => type[node] === string).map((node) => name[node])
    const known = values.map((edge) => (type[edgeTo[edge]] === closure ? names.indexOf(name[edgeTo[edge]]) : -1))
    positionsIn(names.length, known).forEach(function (position, i) {
      if (position < 0) return
      edgeType[values[i]] = context
      edgeName[values[i]] = names[position]
    })
  })
}

/**
 * @param {number} count of positions
 * @param {number[]} known positions of values, in order; -1 if unknown
 * @returns {number[]} the only possible position of each value; -1 if there are several
 */
function positionsIn (count, known) {
  const [least, most] = [known.slice(), known.slice()]
  known.forEach((at, i) => (least[i] = Math.max(at, i > 0 ? least[i - 1] + 1 : 0)))
  for (let i = known.length - 1; i >= 0; i--) {
    const before = i + 1 < known.length ? most[i + 1] : count
    most[i] = known[i] < 0 ? before - 1 : Math.min(known[i], before - 1)
  }
  return least.map((at, i) => (at === most[i] ? at : -1))
}

/**
 * @param {string} file a snapshot, of which the nodes suffice
 * @returns {number} the greatest id of an object of V8's heap
 */
function greatestId (file) {
  const source = new Source(file)
  try {
    const { meta } = source.header()
    const { id, width } = fieldsOf(meta.node_fields)
    let greatest = 0
    source.rows('nodes', width, function (row) {
      if (isObject(row[id]) && row[id] > greatest) greatest = row[id]
    })
    return greatest
  } finally {
    source.close()
  }
}

/**
 * @param {number} id
 * @returns {boolean} whether it is the id of an object of V8's heap: those are odd. Others are hashes of Node's objects
 */
function isObject (id) {
  return id % 2 === 1
}

/**
 * @param {string[]} names
 * @returns {Record<string, number>} position of each field, and the number of fields
 */
function fieldsOf (names) {
  return { ...Object.fromEntries(names.map((name, i) => [name, i])), width: names.length }
}

/**
 * @param {HeapSnapshot} snapshot
 * @returns {{ first: Uint32Array, edges: Uint32Array, source: Uint32Array }} `edges`: the strong edges, by the node
 *   that they lead to, whose part begins at `first`; `source`: the node at which each edge begins
 */
function incomingEdges ({ type, firstEdge, edgeTo, edgeType, edgeTypes }) {
  const weak = edgeTypes.indexOf('weak')
  const first = new Uint32Array(type.length + 1)
  for (let edge = 0; edge < edgeTo.length; edge++) if (edgeType[edge] !== weak) first[edgeTo[edge] + 1]++
  for (let node = 0; node < type.length; node++) first[node + 1] += first[node]
  const edges = new Uint32Array(first[type.length])
  const at = first.slice(0, type.length)
  const source = new Uint32Array(edgeTo.length)
  for (let node = 0; node < type.length; node++) {
    for (let edge = firstEdge[node]; edge < firstEdge[node + 1]; edge++) {
      source[edge] = node
      if (edgeType[edge] !== weak) edges[at[edgeTo[edge]]++] = edge
    }
  }
  return { first, edges, source }
}

/** A file, of which each byte is read once. */
class Source {
  #descriptor
  #chunk = Buffer.alloc(CHUNK_BYTES)
  #length = 0
  #at = 0

  /** @param {string} file */
  constructor (file) {
    this.#descriptor = fs.openSync(file, 'r')
  }

  close () {
    fs.closeSync(this.#descriptor)
  }

  /** @returns {any} */
  header () {
    this.#skipTo('"snapshot":')
    let text = ''
    for (let depth = 0, sign; (sign = this.#next()) !== -1;) {
      const character = String.fromCharCode(sign)
      text += character
      if (character === '{') depth++
      if (character === '}' && --depth === 0) return JSON.parse(text)
    }
    throw new OperationalError('the heap snapshot has no header')
  }

  /**
   * Reads a list of whole numbers, in rows.
   *
   * @param {string} name of the list
   * @param {number} width of a row
   * @param {(row: number[], i: number) => void} each called with the same array for each row
   */
  rows (name, width, each) {
    this.#skipTo(`"${name}":[`)
    const row = new Array(width).fill(0)
    let [column, i, number, isNumber] = [0, 0, 0, false]
    for (let sign; (sign = this.#next()) !== -1;) {
      if (sign >= ZERO && sign <= NINE) {
        number = 10 * number + sign - ZERO
        isNumber = true
        continue
      }
      if (isNumber) {
        row[column++] = number
        if (column === width) {
          each(row, i++)
          column = 0
        }
        number = 0
        isNumber = false
      }
      if (sign === CLOSING) return
    }
    throw new OperationalError(`the heap snapshot ends in its ${name}`)
  }

  /** @returns {string[]} */
  strings () {
    this.#skipTo('"strings":')
    const rest = [this.#chunk.subarray(this.#at, this.#length)].map((part) => Buffer.from(part))
    while (this.#fill()) rest.push(Buffer.from(this.#chunk.subarray(0, this.#length)))
    const text = Buffer.concat(rest)
    return JSON.parse(text.subarray(0, text.lastIndexOf(CLOSING) + 1).toString())
  }

  /** @param {string} words */
  #skipTo (words) {
    let matched = 0
    for (let sign; matched < words.length && (sign = this.#next()) !== -1;) {
      matched = sign === words.charCodeAt(matched) ? matched + 1 : sign === QUOTE ? 1 : 0
    }
    if (matched < words.length) throw new OperationalError(`the heap snapshot has no ${words}`)
  }

  /** @returns {number} the next byte; -1 at the end */
  #next () {
    if (this.#at === this.#length && !this.#fill()) return -1
    return this.#chunk[this.#at++]
  }

  #fill () {
    this.#length = fs.readSync(this.#descriptor, this.#chunk)
    this.#at = 0
    return this.#length > 0
  }
}

module.exports = { greatestId, incomingEdges, isObject, readSnapshot }
