'use strict'

const EACH_MS = 250

/**
 * Reports the progress of a load by its time.
 *
 * @param {number} durationSeconds
 * @param {(fraction: number) => void} onProgress `fraction`: 0 to 1
 * @returns {() => void} a function that ends the reports
 */
function reportProgress (durationSeconds, onProgress) {
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000 / durationSeconds
  const timer = setInterval(() => onProgress(Math.min(1, passed())), EACH_MS)
  return () => clearInterval(timer)
}

module.exports = { reportProgress }
