'use strict'

// hot-path/reporting: number formatting and page components. Each name loads its file when it is
// first read.

module.exports = {
  get claimedText () { return require('./cli/claims').claimedText },
  get metric () { return require('./comparison/charts').metric },
  get percentiles () { return require('./comparison/charts').percentiles },
  get comparisonPage () { return require('./comparison/page').page },
  get columns () { return require('./comparison/text').columns },
  get figuresOf () { return require('./comparison/text').figuresOf },
  get axisBelow () { return require('./report/axes').axisBelow },
  get axisBeside () { return require('./report/axes').axisBeside },
  get px () { return require('./report/axes').px },
  get scaleOf () { return require('./report/axes').scaleOf },
  get claimList () { return require('./report/document').claimList },
  get document () { return require('./report/document').document },
  get doubts () { return require('./report/document').doubts },
  get table () { return require('./report/document').table },
  get dots () { return require('./report/dots').dots },
  get figure () { return require('./report/figure').figure },
  get html () { return require('./report/html').html },
  get lines () { return require('./report/lines').lines },
  get change () { return require('./util/format').change },
  get changeBetween () { return require('./util/format').changeBetween },
  get counted () { return require('./util/format').counted },
  get grouped () { return require('./util/format').grouped },
  get percent () { return require('./util/format').percent },
  get printableLines () { return require('./util/printable').printableLines },
  get plainVerdict () { return require('./util/format').plainVerdict },
  get rounded () { return require('./util/format').rounded },
  get wholePercent () { return require('./util/format').wholePercent },
  get withInterval () { return require('./util/format').withInterval },
  get wrap () { return require('./util/format').wrap }
}
