'use strict'

const { percent } = require('../base/numbers')
const { html } = require('../report/html')
const { shorten } = require('./source')

/** @typedef {import('../records').Frame} Frame */
/** @typedef {import('../records').WeightedStack} WeightedStack */

/**
 * @typedef {object} Box
 * @property {Frame | null} frame null of the lowest one, which stands for everything
 * @property {number} weight
 * @property {Map<string, Box>} children
 */

const ROW = 18
const LETTER = 6.6
const LEAST_LETTERS = 3
const PADDING = 4
// A narrower box cannot be seen.
const LEAST_SHARE = 0.003
const MOST_ROWS = 40
const FILLS = { app: 'var(--flame-app)', dependency: 'var(--flame-dependency)', node: 'var(--flame-node)', native: 'var(--flame-node)', v8: 'var(--flame-node)' }
const LEGEND = ['the application', 'packages', 'Node and V8']

/**
 * A flame graph: each box is a function, as wide as its share, on the one that called it.
 *
 * @param {WeightedStack[]} stacks
 * @param {{ title: string, note: string, unit: (weight: number) => string }} options
 * @returns {import('../report/figure').Picture}
 */
function flameGraph (stacks, { title, note, unit }) {
  const root = toBox(stacks)
  const rows = Math.min(MOST_ROWS, depthOf(root, LEAST_SHARE * root.weight))
  return {
    title,
    note,
    legend: [],
    legendAs: 'glyph',
    height: rows * ROW,
    draw: (width) => draw(root, { x: 0, y: (rows - 1) * ROW, width, scale: width / (root.weight || 1), root, unit }),
    table: {
      head: ['function', 'with all that it calls'],
      rows: heaviest(root).map(({ frame, weight }) => [
        frame ? labelOf(frame) : 'all',
        `${percent(root.weight ? weight / root.weight : 0)}, ${unit(weight)}`
      ])
    }
  }
}

/** What the colours stand for. */
function flameLegend () {
  const fills = [FILLS.app, FILLS.dependency, FILLS.node]
  return html`<ul class="legend">${LEGEND.map((name, i) => html`<li><span class="swatch" style="background: ${fills[i]}"></span> ${name}</li>`)}</ul>`
}

/**
 * @param {WeightedStack[]} stacks
 * @returns {Box}
 */
function toBox (stacks) {
  /** @type {Box} */
  const root = { frame: null, weight: 0, children: new Map() }
  for (const { frames, weight } of stacks) {
    root.weight += weight
    let at = root
    for (const frame of frames) {
      const key = `${frame.name} ${frame.file}:${frame.line}`
      const child = at.children.get(key) ?? { frame, weight: 0, children: new Map() }
      at.children.set(key, child)
      child.weight += weight
      at = child
    }
  }
  return root
}

/**
 * @param {Box} box
 * @param {number} least weight of a box that is drawn
 * @returns {number} rows
 */
function depthOf ({ children }, least) {
  const drawn = [...children.values()].filter(({ weight }) => weight >= least)
  return 1 + Math.max(0, ...drawn.map((child) => depthOf(child, least)))
}

/**
 * @param {Box} box
 * @param {{ x: number, y: number, width: number, scale: number, root: Box, unit: (weight: number) => string }} at
 * @returns {unknown} SVG
 */
function draw (box, { x, y, width, scale, root, unit }) {
  if (y < 0) return ''
  const { frame, weight, children } = box
  const wide = weight * scale
  const label = frame ? labelOf(frame) : 'all'
  const letters = Math.floor((wide - 2 * PADDING) / LETTER)
  let left = x
  const above = [...children.values()].sort((a, b) => b.weight - a.weight)
  return html`<g><title>${label}: ${percent(root.weight ? weight / root.weight : 0)}, ${unit(weight)}</title><rect x="${left.toFixed(1)}" y="${y}" width="${Math.max(0.5, wide - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${frame ? FILLS[frame.kind] : 'var(--tint)'}"/>${letters >= LEAST_LETTERS ? html`<text x="${(left + PADDING).toFixed(1)}" y="${y + ROW - 6}">${label.length > letters ? `${label.slice(0, letters - 1)}…` : label}</text>` : ''}</g>${above.map((child) => {
    if (child.weight < LEAST_SHARE * root.weight) return ''
    const drawn = draw(child, { x: left, y: y - ROW, width, scale, root, unit })
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
 * @returns {Box[]} the functions that take most, each once
 */
function heaviest (root) {
  /** @type {Map<string, Box>} */
  const found = new Map()
  const walk = (/** @type {Box} */ box, /** @type {Set<string>} */ callers) => {
    const key = box.frame ? labelOf(box.frame) : ''
    if (key && !callers.has(key)) {
      const one = found.get(key) ?? { ...box, weight: 0 }
      one.weight += box.weight
      found.set(key, one)
    }
    for (const child of box.children.values()) walk(child, new Set([...callers, key]))
  }
  walk(root, new Set())
  return [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, 15)
}

module.exports = { flameGraph, flameLegend }
