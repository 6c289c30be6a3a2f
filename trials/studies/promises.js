'use strict'

// Patterns of command output that the chapters and the experiments' pages promise.
// Findings under load: test/performance/promises.test.js
const underLoad = {
  // the first row of Node is its event emitter, and the empty listener is listed
  'npm run -s noop-listener -- --no-open':
    /^(?:(?! node {2})[^])* node +(?:emit|arrayClone) node:events[^]*experiments\/noop-listener\/util\.js/,
  'npx hot-path waits connection-pool --duration=3 --no-open': /index\.js:\d+ ask[^]*pool\.take\(\)/,
  'npx hot-path heap sessions --duration=3 --no-open': /sessions\.set[^]*sessions \(a Map\) retains/,
  'npx hot-path checkup passwords-in-pool --duration=5 --no-open': /^The check-up says: thread-pool/m
}

// Findings that take longer, tried only by the study of the chapters.
const studied = {
  'npx hot-path flame 3 --duration=5 --no-open': /^(?![^]*\n *(?:[2-9]|\d\d)\.\d +[\d.]+ +app )[^]*Clinic Flame says: /
}

// Output that does not depend on CPU contention: test/integration/workshop/chapters.test.js
const facts = {
  'npm run how-often': /request 100 +│ 100 +│ 1 /,
  'npm run -s blocked-timer': /actual, ms/,
  'npx hot-path trace-warnings': /MaxListenersExceededWarning[^]*attachAfterEvent, .*util\.js:\d+\.\n*$/,
  'npm run -s learn diff my-work/fix steps/02-fixed-listener': /^They are the same\.$/m
}

module.exports = { facts, studied, underLoad }
