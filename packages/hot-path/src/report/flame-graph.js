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
const LETTER = 6.6
const LEAST_LETTERS = 3
const PADDING = 4
// A narrower box would be invisible.
const LEAST_SHARE = 0.003
const MOST_ROWS = 40
const FILLS = { app: 'var(--flame-app)', dependency: 'var(--flame-dependency)', node: 'var(--flame-node)', native: 'var(--flame-node)', v8: 'var(--flame-node)' }
const LEGEND = ['the application', 'packages', 'Node and V8']
// A profile of two seconds varies by about 1 % of the whole.
const CHANGED_SHARE = 0.01
const CLEARLY_SHARE = 0.05
const CHANGES = [
  ['var(--grew-2)', 'more, by 5 % of all or more'],
  ['var(--grew-1)', 'more'],
  ['var(--unchanged)', 'as before'],
  ['var(--shrank-1)', 'less'],
  ['var(--shrank-2)', 'less, by 5 % of all or more']
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
  return {
    title,
    note,
    legend: [],
    legendAs: 'glyph',
    height: rows * ROW,
    draw (width) {
      const scale = width / (root.weight || 1)
      return draw(root, { x: 0, y: (rows - 1) * ROW, width, scale, root, told, fill })
    },
    table: {
      head: ['function', 'with all that it calls'],
      rows: heaviest(root).map((box) => [
        box.frame ? labelOf(box.frame) : 'all',
        `${percent(root.weight ? box.weight / root.weight : 0)}, ${told(box)}`
      ])
    }
  }
}

/** Renders the legend of a flame graph's colours. */
function flameLegend () {
  const fills = [FILLS.app, FILLS.dependency, FILLS.node]
  return legend(LEGEND.map((name, i) => [fills[i], name]))
}

/** Renders the legend of a flame graph that is compared with a baseline. */
function changeLegend () {
  return legend(CHANGES)
}

/** @param {string[][]} entries fill and name of each */
function legend (entries) {
  return html`<ul class="legend">${entries.map(([fill, name]) => html`<li><span class="swatch" style="background: ${fill}"></span> ${name}</li>`)}</ul>`
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
  return CHANGES[2 - Math.sign(share) * steps][0]
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
 * @param {Box} box
 * @param {{ x: number, y: number, width: number, scale: number, root: Box, told: (box: Box) => string,
 *   fill: (box: Box) => string }} at
 * @returns {unknown} SVG
 */
function draw (box, { x, y, width, scale, root, told, fill }) {
  if (y < 0) return ''
  const { frame, weight, children } = box
  const wide = weight * scale
  const label = frame ? labelOf(frame) : 'all'
  const letters = Math.floor((wide - 2 * PADDING) / LETTER)
  let left = x
  const above = [...children.values()].sort((a, b) => b.weight - a.weight)
  return html`<g><title>${label}: ${percent(root.weight ? weight / root.weight : 0)}, ${told(box)}</title><rect x="${left.toFixed(1)}" y="${y}" width="${Math.max(0.5, wide - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${fill(box)}"/>${letters >= LEAST_LETTERS ? html`<text x="${(left + PADDING).toFixed(1)}" y="${y + ROW - 6}">${label.length > letters ? `${label.slice(0, letters - 1)}…` : label}</text>` : ''}</g>${above.map((child) => {
    if (child.weight < LEAST_SHARE * root.weight) return ''
    const drawn = draw(child, { x: left, y: y - ROW, width, scale, root, told, fill })
    left += child.weight * scale
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

module.exports = { changeLegend, flameGraph, flameLegend }
