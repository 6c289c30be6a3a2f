'use strict'

// Prints the answers of a gate's baseline and candidate to one request as JSON, without measuring:
//   node answers-at.js '{ "baseline": ["git:HEAD"], "candidate": ["server.js"] }'
// An error is one line, with status 2. The work tree is removed when this process ends.

const path = require('path')
const { pairsOf } = require('../../src/gate/pairs')
const { withRunDirectory } = require('../../src/util/run-directory')
const { start } = require('../../src/process/subject')

async function answerOf (subject, directory) {
  const running = await start(subject, { directory, anyPort: true })
  try {
    const { host, port } = running.address
    return await (await fetch(`http://${host}:${port}${subject.path}`)).text()
  } finally {
    await running.stop()
  }
}

async function main ([options]) {
  await withRunDirectory(path.resolve('reports'), async function (directory) {
    const say = (/** @type {string} */ sentence) => console.error(sentence)
    const [{ subjects, contractChange }] = await pairsOf(JSON.parse(options), { directory, say })
    const answers = []
    for (const subject of subjects) answers.push(await answerOf(subject, directory))
    console.log(JSON.stringify({ answers, contractChange }))
  })
}

main(process.argv.slice(2)).catch(function (err) {
  console.error(err.name === 'OperationalError' ? `hot-path: ${err.message}` : err)
  process.exitCode = 2
})
