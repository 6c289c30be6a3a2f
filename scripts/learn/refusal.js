'use strict'

// Prints the status with which overload-protection refuses a request. The heap limit of one byte makes it refuse.

const overloadProtection = require('overload-protection')

const SAMPLE_MS = 5

const guard = overloadProtection('http', { maxHeapUsedBytes: 1, sampleInterval: SAMPLE_MS })
/** @type {{ statusCode?: number, setHeader: () => void, end: () => void }} */
const response = { setHeader () {}, end () {} }

const asking = setInterval(function () {
  if (!guard({}, response)) return
  clearInterval(asking)
  guard.stop()
  console.log(response.statusCode)
}, SAMPLE_MS)
