'use strict'

// Answers the distance between two depots. The distances are computed again every 7 s.

const http = require('http')
const logged = require('../logged')

const DEPOTS = 340
const EACH_MS = 7000

let distances = []

function shortestPaths () {
  const km = Array.from({ length: DEPOTS }, (_, a) => Array.from({ length: DEPOTS }, (_, b) => (a * b) % 97 + 1))
  for (let via = 0; via < DEPOTS; via++) {
    for (let a = 0; a < DEPOTS; a++) {
      for (let b = 0; b < DEPOTS; b++) { // HERE
        if (km[a][via] + km[via][b] < km[a][b]) km[a][b] = km[a][via] + km[via][b] // HERE
      }
    }
  }
  distances = km
}

shortestPaths()
setInterval(logged(shortestPaths), EACH_MS)

http.createServer(function (req, res) {
  res.end(JSON.stringify({ km: distances[3][5] }))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
