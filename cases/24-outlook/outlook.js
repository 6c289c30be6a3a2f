'use strict'

const DAYS = 14

// Stands for the model of the weather service.
function degreesAt (town, day) {
  return 9 + 6 * Math.sin(town.length + day)
}

function toText (degrees) {
  const format = new Intl.NumberFormat('de-CH', { style: 'unit', unit: 'celsius', maximumFractionDigits: 0 })
  return format.format(degrees)
}

function outlookFor (town) {
  return Array.from({ length: DAYS }, (_, day) => ({ day, degrees: toText(degreesAt(town, day)) }))
}

module.exports = { outlookFor }
