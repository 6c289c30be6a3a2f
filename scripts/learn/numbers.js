'use strict'

// Finds numbers in the learner's own words.

const { rounded } = require('hot-path/reporting')

const WORDS = new Map(
  Object.entries({
    half: 0.5,
    none: 0,
    zero: 0,
    once: 1,
    one: 1,
    twice: 2,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    hundred: 100,
    thousand: 1000,
    million: 1e6
  })
)
const SCALES = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }

/**
 * @param {string} text such as "about 5,000 a second", "10k", "ten times", "a hundred"
 * @returns {number | null} the first number in digits, else in words; null without one
 */
function numberIn (text) {
  const [, digits, scale] = /(\d[\d,_ ]*(?:\.\d+)?)\s*(k\b|thousand\b|million\b)?/i.exec(text) ?? []
  if (digits) return Number(digits.replace(/[,_ ]/g, '')) * (SCALES[/** @type {keyof SCALES} */ (scale?.toLowerCase())] ?? 1)
  const words = (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => WORDS.has(word) && word !== 'one')
  if (words.length === 0) return null
  const [first, second] = words.map((word) => Number(WORDS.get(word)))
  return second >= 100 ? first * second : first // "five hundred"
}

/**
 * @param {string} bet
 * @param {number} value
 * @returns {string[]} sentence on how far the bet was off; empty for a bet without a number
 */
function comparedWith (bet, value) {
  const number = numberIn(bet)
  if (number === null || !(value > 0)) return []
  if (number === 0) return ['Your bet was too low.']
  const factor = Math.max(number / value, value / number)
  if (factor < 1.5) return ['Your bet was close.']
  return [`Your bet was ${rounded(factor)} times too ${number > value ? 'high' : 'low'}.`]
}

/**
 * @param {string} answer
 * @param {number[]} numbers
 * @returns {boolean} whether it has exactly these numbers, in digits and in this order
 */
function sameNumbers (answer, numbers) {
  const given = numbersIn(answer)
  return given.length === numbers.length && given.every((number, i) => number === numbers[i])
}

/**
 * @param {string} text
 * @returns {number[]} all numbers in digits
 */
function numbersIn (text) {
  return (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
}

module.exports = { WORDS, comparedWith, numberIn, numbersIn, sameNumbers }
