'use strict'

// Draws the power curve of the gate, from results/gate-study.json: part of npm run docs.

const { line } = require('d3-shape')
const { axisBelow, axisBeside, html, px, scaleOf } = require('hot-path/reporting')

const WIDTH = 760
const HEIGHT = 400
const BOX = { top: 20, left: 60, right: WIDTH - 20, bottom: HEIGHT - 90 }
const INK = '--ink: #1f2328; --rule: #d5dae0' // a standalone image has no page that defines its colours
// Colours of Okabe and Ito, distinguishable with colour blindness.
const LINES = [
  { name: 'gate, idle machine', isBeside: false, rate: gateRate, colour: '#0072b2', dashes: 'none' },
  { name: 'gate, busy machine', isBeside: true, rate: gateRate, colour: '#d55e00', dashes: 'none' },
  { name: '"5 % slower fails", one pair', isBeside: false, rate: ruleRate, colour: '#999999', dashes: '7 4' },
  { name: 'autocannon-compare, one pair', isBeside: false, rate: compareRate, colour: '#cc79a7', dashes: '2 3' }
]

/**
 * Draws the share of `fails` verdicts over the size of the slowdown.
 *
 * @param {any[]} rates see ratesOf in trials/studies/gate/rates.js
 * @returns {string} SVG
 */
function powerCurve (rates) {
  const curves = LINES.map((style) => ({ ...style, points: curve(rates, style.isBeside, style.rate) }))
  const x = scaleOf(
    'value',
    curves.flatMap(({ points }) => points.map(([size]) => size)),
    [BOX.left, BOX.right]
  )
  const y = scaleOf('value', [], [BOX.bottom, BOX.top], 100)
  return `${html`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Share of gates that judged the server slower, by true slowdown" viewBox="0 0 ${WIDTH} ${HEIGHT}" style="${INK}" font-family="system-ui, sans-serif" font-size="12" fill="var(--ink)">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
<text x="14" y="14">judged slower (%)</text>
${axisBeside(y, BOX)}${axisBelow(x, BOX, { name: 'true slowdown in CPU per request (%)' })}
${curves.map(
  ({ points, colour, dashes }) => html`<path d="${line()
    .digits(1)
    .x(([size]) => x(size))
    .y(([, found]) => y(found))(points)}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}"/>
${points.map(([size, found]) => html`<circle cx="${px(x(size))}" cy="${px(y(found))}" r="4" fill="${colour}"/>`)}`
)}
${curves.map(({ name, colour, dashes }, i) => html`<g transform="translate(${60 + 340 * (i % 2)} ${HEIGHT - 32 + 20 * Math.floor(i / 2)})"><path d="M0 0H28" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}"/><text x="36" y="4">${name}</text></g>`)}
</svg>`}\n`
}

/**
 * @param {any[]} rates
 * @param {boolean} neighbour
 * @param {(rate: any) => [number, number]} count returns found slowdowns, and all verdicts
 * @returns {[size: number, found: number][]} true slowdown in percent, found share in percent; all servers pooled
 */
function curve (rates, neighbour, count) {
  const sizes = [...new Set(rates.map(({ slowdownPercent }) => slowdownPercent))].sort((a, b) => a - b)
  return sizes.flatMap(function (size) {
    const own = rates.filter((rate) => rate.slowdownPercent === size && rate.neighbour === neighbour && rate.gates > 0)
    if (own.length === 0) return []
    const truth = own.reduce((sum, { trueRatio }) => sum + 100 * (trueRatio.estimate - 1), 0) / own.length
    const [found, all] = own.map(count).reduce(([a, b], [c, d]) => [a + c, b + d])
    return [[+truth.toFixed(2), +((100 * found) / all).toFixed(2)]]
  })
}

/** @type {(rate: any) => [number, number]} */
function gateRate ({ resampled }) {
  return [resampled.fails, resampled.fails + resampled.holds + resampled.inconclusive + resampled.invalid]
}

/** @type {(rate: any) => [number, number]} */
function ruleRate ({ peersOnPairs: { fivePercentRule, count } }) {
  return [fivePercentRule, count]
}

/** @type {(rate: any) => [number, number]} */
function compareRate ({ peersOnPairs: { autocannonCompare, count } }) {
  return [autocannonCompare, count]
}

module.exports = { powerCurve }
