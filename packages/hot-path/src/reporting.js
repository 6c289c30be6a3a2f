'use strict'

// hot-path/reporting: number formatting and page components.

module.exports = {
  claimedText: require('./cli/claims').claimedText,
  metric: require('./comparison/charts').metric,
  percentiles: require('./comparison/charts').percentiles,
  comparisonPage: require('./comparison/page').page,
  columns: require('./comparison/text').columns,
  figuresOf: require('./comparison/text').figuresOf,
  axisBelow: require('./report/axes').axisBelow,
  axisBeside: require('./report/axes').axisBeside,
  px: require('./report/axes').px,
  scaleOf: require('./report/axes').scaleOf,
  claimList: require('./report/document').claimList,
  document: require('./report/document').document,
  doubts: require('./report/document').doubts,
  table: require('./report/document').table,
  dots: require('./report/dots').dots,
  figure: require('./report/figure').figure,
  html: require('./report/html').html,
  lines: require('./report/lines').lines,
  change: require('./util/format').change,
  counted: require('./util/format').counted,
  grouped: require('./util/format').grouped,
  percent: require('./util/format').percent,
  plainVerdict: require('./util/format').plainVerdict,
  rounded: require('./util/format').rounded,
  wholePercent: require('./util/format').wholePercent,
  withInterval: require('./util/format').withInterval,
  wrap: require('./util/format').wrap
}
