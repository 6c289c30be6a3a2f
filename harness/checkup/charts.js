'use strict'

const echarts = require('echarts')

/** @typedef {import('./records').Examination} Examination */
/** @typedef {import('./records').Stretch} Stretch */
/** @typedef {import('./records').Reading} Reading */
/** @typedef {import('./records').Outside} Outside */
/** @typedef {[seconds: number, value: number]} Point since the load began */

/**
 * @typedef {object} Chart
 * @property {string} title with the unit
 * @property {Record<string, Point[]>} lines by their names
 * @property {[from: number, to: number]} judged seconds
 */

const COLOURS = ['#0072b2', '#d55e00', '#009e73'] // Okabe and Ito: safe for the colour-blind
const GREY = '#888888' // to be read on white and on black

/**
 * The series that a check-up judged by.
 *
 * @param {Examination} examination
 * @param {Stretch} stretch
 * @returns {Chart[]} none where there is nothing to draw
 */
function chartsOf ({ readings, outside }, { judged: [from, to] }) {
  if (readings.length < 2) return []
  const [begin] = readings
  const inside = (/** @type {(before: Reading, after: Reading) => number} */ value) => readings.slice(1)
    .map((reading, i) => point((reading.atMs - begin.atMs) / 1000, value(readings[i], reading)))
    .filter(([, y]) => Number.isFinite(y))
  const seen = (/** @type {(quarter: Outside) => number} */ value) => outside.map((quarter) => point(quarter.atMs / 1000, value(quarter)))
  const share = (/** @type {(reading: Reading) => number} */ ms) => inside((before, after) => (ms(after) - ms(before)) / (after.atMs - before.atMs))

  /** @type {Record<string, Record<string, Point[]>>} */
  const charts = {
    'Latency (ms)': { mean: seen(({ latencyMeanMs }) => latencyMeanMs), longest: seen(({ latencyMaxMs }) => latencyMaxMs) },
    'Answers per second': { answers: seen(({ answers }) => 4 * answers) },
    'CPU of the process for a request (µs)': {
      CPU: inside((before, after) => 1000 * (cpuMs(after) - cpuMs(before)) / (after.requests - before.requests))
    },
    'Busy (1 is one core)': {
      'event loop': share(({ loopActiveMs }) => loopActiveMs),
      process: share(cpuMs),
      'garbage collection': share(({ gcMs }) => gcMs)
    },
    'Longest time that the event loop was held (ms)': { held: inside((_, { blocksMs }) => Math.max(0, ...blocksMs)) },
    'Memory in use (MB)': {
      heap: inside((_, { heapUsedBytes }) => heapUsedBytes / 1e6),
      buffers: inside((_, { externalBytes }) => externalBytes / 1e6)
    }
  }
  const seconds = (/** @type {number} */ index) => (readings[index].atMs - begin.atMs) / 1000
  return Object.entries(charts).map(([title, lines]) => ({ title, lines, judged: [seconds(from), seconds(to)] }))
}

/** @param {Reading} reading */
function cpuMs ({ cpuUserUs, cpuSystemUs }) {
  return (cpuUserUs + cpuSystemUs) / 1000
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {Point} with the digits that a picture can show
 */
function point (x, y) {
  return [+x.toFixed(2), +y.toPrecision(4)]
}

/**
 * @param {Chart} chart
 * @returns {string} SVG, as wide as its place
 */
function toSvg ({ title, lines, judged: [from, to] }) {
  const names = Object.keys(lines)
  const several = names.length > 1
  const axis = { axisLabel: { color: GREY }, nameTextStyle: { color: GREY }, axisLine: { lineStyle: { color: GREY } }, splitLine: { lineStyle: { color: '#88888844' } } }
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 720, height: 260 })
  chart.setOption({
    animation: false,
    color: COLOURS,
    legend: { show: several, bottom: 0, textStyle: { color: GREY } },
    grid: { top: 12, left: 64, right: 16, bottom: several ? 66 : 44 },
    xAxis: { ...axis, type: 'value', name: 'seconds of load', nameLocation: 'middle', nameGap: 26 },
    yAxis: { ...axis, type: 'value' },
    series: names.map((name, i) => ({
      name,
      type: 'line',
      data: lines[name],
      showSymbol: false,
      lineStyle: { width: 2 },
      markArea: i === 0 ? { silent: true, itemStyle: { color: '#88888822' }, data: [[{ xAxis: from }, { xAxis: to }]] } : undefined
    }))
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg.replace(/<svg width="(\d+)" height="(\d+)"/, `<svg role="img" aria-label="${title}" viewBox="0 0 $1 $2"`)
}

module.exports = { chartsOf, toSvg }
