'use strict'

// Stands for the partner who rents rooms out. It is not ours to change.

const FEATURES = ['balcony', 'bath', 'sea view', 'kitchen']
const ROOMS = 24

function roomsIn (town) {
  return Array.from({ length: ROOMS }, (_, i) => ({
    id: `${town.toLowerCase()}-${i}`,
    beds: 1 + (i % 4),
    price: i % 7 === 3 ? null : 40 + 5 * i,
    features: FEATURES.slice(0, i % 5)
  }))
}

module.exports = { roomsIn }
