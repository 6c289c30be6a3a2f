'use strict'

// Runs Clinic Doctor and Clinic Flame on the servers of one round that was held out, and saves their answers
// beside the check-up's in results/reported-study.json. See reported.js for the packages to install.
// It can be stopped at any time, and resumes where it stopped.

const fs = require('fs')
const path = require('path')
const { writeJson } = require('hot-path/testing')
const { doctor, flame } = require('./peers')
const { CONNECTIONS, FILE, FOLDER, WITHOUT_LOAD, problems } = require('./reported-trial')

const SET = 'second'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

async function main () {
  const study = JSON.parse(fs.readFileSync(FILE, 'utf8'))
  study.peers ??= []
  for (const { name, folder, file, path: url, args } of problems().filter(({ set }) => set === SET)) {
    if (args.includes(WITHOUT_LOAD)) continue // these tools need a server
    for (const [tool, ask] of Object.entries({ Doctor: doctor, Flame: flame })) {
      if (study.peers.some((/** @type {any} */ one) => one.name === name && one.tool === tool)) continue
      const load = [`--path=${url}`, `--connections=${CONNECTIONS}`, ...args]
      const { said, place } = await ask(path.join(FOLDER, folder, file), load)
      console.error(`${name}, ${tool}: ${said}${place ? ` at ${place.file}:${place.line}` : ''}`)
      study.peers.push({ name, tool, said, place })
      writeJson(FILE, study)
    }
  }
}

main()
