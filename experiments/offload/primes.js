'use strict'

// An expensive computation: counts the primes below the limit.
module.exports = function countPrimes (limit) {
  let count = 0
  for (let number = 2; number < limit; number++) {
    if (isPrime(number)) count++
  }
  return count
}

function isPrime (number) {
  for (let divisor = 2; divisor * divisor <= number; divisor++) {
    if (number % divisor === 0) return false
  }
  return true
}
