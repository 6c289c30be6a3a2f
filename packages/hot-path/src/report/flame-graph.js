'use strict'

const { percent } = require('../util/format')
const { html } = require('./html')
const { shorten } = require('../source/source')

/** @typedef {import('../types/pipeline').Frame} Frame */
/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */

/**
 * @typedef {object} Box
 * @property {Frame | null} frame null for the root, which stands for the whole profile
 * @property {number} weight
 * @property {number} before weight in the stacks of the baseline; 0 without a baseline
 * @property {Map<string, Box>} children
 */

const ROW = 18
const PADDING = 4
// A narrower box would be invisible.
const LEAST_SHARE = 0.003
// Narrower boxes have no name: on any screen, or on a mobile screen only.
const NAMED_SHARE = 0.03
const NAMED_ON_MOBILE_SHARE = 0.1
const MOST_ROWS = 40
const FILLS = { app: 'var(--flame-app)', dependency: 'var(--flame-dependency)', node: 'var(--flame-node)', native: 'var(--flame-node)', v8: 'var(--flame-node)' }
const KINDS = [['application', FILLS.app], ['packages', FILLS.dependency], ['Node.js and V8', FILLS.node]]
// A profile of two seconds varies by about 1 % of the whole.
const CHANGED_SHARE = 0.01
const CLEARLY_SHARE = 0.05
const CHANGES = [
  ['increased by 5 % of the total or more', 'var(--grew-2)'],
  ['increased', 'var(--grew-1)'],
  ['unchanged', 'var(--unchanged)'],
  ['decreased', 'var(--shrank-1)'],
  ['decreased by 5 % of the total or more', 'var(--shrank-2)']
]

/**
 * Returns a flame graph. Each box is a function, as wide as its share, on top of its caller.
 *
 * @param {WeightedStack[]} stacks
 * @param {{ title: string, note: string, unit: (weight: number) => string, before?: WeightedStack[] }} options
 *   `before`: stacks of a baseline, in the same unit. The colours then show the change, and functions are matched by
 *   name and file.
 * @returns {import('./figure').Picture}
 */
function flameGraph (stacks, { title, note, unit, before }) {
  const root = toBox(stacks, before)
  /** @type {(box: Box) => string} */
  const told = (box) => (before ? `${unit(box.weight)}, ${unit(box.before)} before` : unit(box.weight))
  /** @type {(box: Box) => string} */
  const fill = (box) => (before ? changeFill(box, root) : kindFill(box))
  const rows = Math.min(MOST_ROWS, depthOf(root, LEAST_SHARE * root.weight))
  const colours = before ? CHANGES : KINDS
  return {
    title,
    note,
    legend: colours.map(([name]) => name),
    legendAs: colours.map(([, fill]) => fill),
    height: rows * ROW,
    isFluid: true,
    draw: () => draw(root, { x: 0, y: (rows - 1) * ROW, root, told, fill }),
    table: {
      head: ['function', 'time or memory, with callees'],
      rows: heaviest(root).map((box) => [
        box.frame ? labelOf(box.frame) : 'all',
        `${percent(root.weight ? box.weight / root.weight : 0)}, ${told(box)}`
      ])
    }
  }
}

/** @param {Box} box */
function kindFill ({ frame }) {
  return frame ? FILLS[frame.kind] : 'var(--tint)'
}

/**
 * @param {Box} box
 * @param {Box} root
 */
function changeFill ({ frame, weight, before }, root) {
  if (!frame) return 'var(--tint)'
  const share = (weight - before) / root.weight
  const steps = Math.abs(share) < CHANGED_SHARE ? 0 : Math.abs(share) < CLEARLY_SHARE ? 1 : 2
  return CHANGES[2 - Math.sign(share) * steps][1]
}

/**
 * @param {WeightedStack[]} stacks
 * @param {WeightedStack[]} [before]
 * @returns {Box}
 */
function toBox (stacks, before) {
  /** @type {(frame: Frame) => string} in a comparison without the line, which may have moved */
  const keyOf = before ? ({ name, file }) => `${name} ${file}` : ({ name, file, line }) => `${name} ${file}:${line}`
  /** @type {Box} */
  const root = { frame: null, weight: 0, before: 0, children: new Map() }
  const add = (/** @type {WeightedStack} */ { frames, weight }, /** @type {'weight' | 'before'} */ to) => {
    root[to] += weight
    let at = root
    for (const frame of frames) {
      const key = keyOf(frame)
      const child = at.children.get(key) ?? { frame, weight: 0, before: 0, children: new Map() }
      at.children.set(key, child)
      child[to] += weight
      at = child
    }
  }
  for (const stack of stacks) add(stack, 'weight')
  for (const stack of before ?? []) add(stack, 'before')
  return root
}

/**
 * @param {Box} box
 * @param {number} least minimum weight of a box that is drawn
 * @returns {number} rows
 */
function depthOf ({ children }, least) {
  const drawn = [...children.values()].filter(({ weight }) => weight >= least)
  return 1 + Math.max(0, ...drawn.map((child) => depthOf(child, least)))
}

/**
 * Draws a box and those above it. Widths are in percent of the chart, and each box clips its name.
 *
 * @param {Box} box
 * @param {{ x: number, y: number, root: Box, told: (box: Box) => string, fill: (box: Box) => string }} at `x`: percent;
 *   `y`: px
 * @returns {unknown} SVG
 */
function draw (box, { x, y, root, told, fill }) {
  if (y < 0) return ''
  const { frame, weight, children } = box
  const share = root.weight ? weight / root.weight : 0
  const label = frame ? labelOf(frame) : 'all'
  const isSmall = share < NAMED_ON_MOBILE_SHARE
  let left = x
  const above = [...children.values()].sort((a, b) => b.weight - a.weight)
  return html`<svg x="${x.toFixed(2)}%" y="${y}" width="${(100 * share).toFixed(2)}%" height="${ROW - 1}"><title>${label}: ${percent(share)}, ${told(box)}</title><rect width="100%" height="100%" fill="${fill(box)}"/>${share < NAMED_SHARE ? '' : html`<text x="${PADDING}" y="${ROW - 6}"${isSmall ? html` class="wide"` : ''}>${label}</text>`}</svg>${above.map((child) => {
    if (child.weight < LEAST_SHARE * root.weight) return ''
    const drawn = draw(child, { x: left, y: y - ROW, root, told, fill })
    left += (100 * child.weight) / root.weight
    return drawn
  })}`
}

/** @param {Frame} frame */
function labelOf ({ name, file, line, kind }) {
  if (file === null) return name
  return kind === 'node' ? `${name} ${file}` : `${name} ${shorten(file)}:${line}`
}

/**
 * @param {Box} root
 * @returns {Box[]} up to 15 functions with the largest weights, each once
 */
function heaviest (root) {
  /** @type {Map<string, Box>} */
  const found = new Map()
  const walk = (/** @type {Box} */ box, /** @type {Set<string>} */ callers) => {
    const key = box.frame ? labelOf(box.frame) : ''
    if (key && !callers.has(key)) {
      const one = found.get(key) ?? { ...box, weight: 0, before: 0 }
      one.weight += box.weight
      one.before += box.before
      found.set(key, one)
    }
    for (const child of box.children.values()) walk(child, new Set([...callers, key]))
  }
  walk(root, new Set())
  return [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, 15)
}

module.exports = { flameGraph }
