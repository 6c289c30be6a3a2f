'use strict'

// The power curve of the gate, from results/gate-study.json: part of npm run docs.

const { svg } = require('../../harness/report/svg')

const COLOURS = ['#0072b2', '#d55e00', '#999999', '#cc79a7'] // Okabe and Ito: safe for the colour-blind

/**
 * How often a verdict `fails` was given, over the size of the slowdown.
 *
 * @param {any[]} rates see ratesOf in ../study/rates.js
 * @returns {string} SVG
 */
function powerCurve (rates) {
  /** @type {{ name: string, points: number[][], type: 'solid' | 'dashed' | 'dotted' }[]} */
  const lines = [
    { name: 'gate, quiet machine', points: curve(rates, false, gateRate), type: 'solid' },
    { name: 'gate, busy neighbour', points: curve(rates, true, gateRate), type: 'solid' },
    { name: '"5 % slower fails", one pair', points: curve(rates, false, ruleRate), type: 'dashed' },
    { name: 'autocannon-compare, one pair', points: curve(rates, false, compareRate), type: 'dotted' }
  ]
  return svg({
    backgroundColor: '#ffffff',
    color: COLOURS,
    aria: { enabled: true },
    legend: { bottom: 0 },
    grid: { top: 30, left: 60, right: 20, bottom: 80 },
    xAxis: { type: 'value', name: 'true slowdown in CPU per request (%)', nameLocation: 'middle', nameGap: 28 },
    yAxis: { type: 'value', name: 'judged slower (%)', min: 0, max: 100 },
    series: lines.map(({ name, points, type }) => ({
      name, type: 'line', data: points, symbolSize: 8, lineStyle: { width: 2, type }
    }))
  }, { width: 760, height: 400 }) + '\n'
}

/**
 * @param {any[]} rates
 * @param {boolean} neighbour
 * @param {(rate: any) => [number, number]} count found, of how many
 * @returns {number[][]} percent slower, percent found; both steps together
 */
function curve (rates, neighbour, count) {
  const sizes = [...new Set(rates.map(({ slowdownPercent }) => slowdownPercent))].sort((a, b) => a - b)
  return sizes.flatMap(function (size) {
    const own = rates.filter((rate) => rate.slowdownPercent === size && rate.neighbour === neighbour && rate.gates > 0)
    if (own.length === 0) return []
    const truth = own.reduce((sum, { trueRatio }) => sum + 100 * (trueRatio.estimate - 1), 0) / own.length
    const [found, all] = own.map(count).reduce(([a, b], [c, d]) => [a + c, b + d])
    return [[+truth.toFixed(2), +(100 * found / all).toFixed(2)]]
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
