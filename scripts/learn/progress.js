'use strict'

/**
 * @param {Pick<import('../learn').Lesson, 'chapters' | 'state'>} lesson
 * @returns {string} the learner's progress over the whole course, in one line
 */
function progressText ({ chapters, state }) {
  const checked = chapters.filter(({ number }) => state.chapters[number]?.passed).length
  const cured = Object.values(state.cases ?? {}).filter((one) => one.cured).length
  const bar = `${'#'.repeat(checked)}${'.'.repeat(chapters.length - checked)}`
  return `[${bar}] ${checked} of ${chapters.length} chapters checked, ${cured} ${cured === 1 ? 'case' : 'cases'} cured`
}

module.exports = { progressText }
