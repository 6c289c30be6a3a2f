'use strict'

const echarts = require('echarts')

/**
 * Draws a picture, without a browser.
 *
 * @param {import('echarts').EChartsOption} option see https://echarts.apache.org/en/option.html
 * @param {{ width: number, height: number }} size px
 * @returns {string} SVG
 */
function svg (option, { width, height }) {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ animation: false, ...option })
    return still(chart.renderToSVGString())
  } finally {
    chart.dispose()
  }
}

/**
 * Without what is there for pointing at: its style rules would reach into the other pictures of a page.
 *
 * @param {string} picture
 */
function still (picture) {
  return picture.replace(/<style[^]*?<\/style>/g, '').replace(/ (?:class="zr[^"]*"|ecmeta_\w+="[^"]*")/g, '')
}

module.exports = { svg }
