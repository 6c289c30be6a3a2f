'use strict'

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('../../base/operational-error')
const { NAMES } = require('../config')

// What servers are often called, where no start script says.
const USUAL_FILES = ['server.js', 'server.mjs', 'app.js', 'index.js', 'index.mjs', 'src/server.js', 'src/index.js']

/** @type {import('.').Command} */
module.exports = {
  name: 'init',
  usage: '',
  summary: 'writes a first hot-path.config.js here, never over one that is there',
  options: [],
  positionals: [0, 0],
  async run () {
    const folder = process.env.INIT_CWD ?? process.cwd()
    const there = NAMES.find((name) => fs.existsSync(path.join(folder, name)))
    if (there) throw new OperationalError(`${path.join(folder, there)} is there already. Nothing was written.`)
    const file = path.join(folder, NAMES[0])
    fs.writeFileSync(file, configFor(folder), { flag: 'wx' })
    console.log(
      [
        `Wrote ${path.relative(process.cwd(), file)}, with one subject and one claim. Look at it, and then:`,
        '',
        '  npx hot-path checkup app    what kind of slow is it?',
        '  npx hot-path claims         does it hold what the file claims?'
      ].join('\n')
    )
    return 0
  }
}

/**
 * @param {string} folder
 * @returns {string} a first config, in the module system of the folder
 */
function configFor (folder) {
  const manifest = manifestOf(folder)
  const file = manifest.scripts?.start
    ? '.'
    : (USUAL_FILES.find((name) => fs.existsSync(path.join(folder, name))) ?? 'server.js')
  const isModule = manifest.type === 'module'
  return `${isModule ? '' : "'use strict'\n\n"}// The servers of this project, and what is claimed about them: npx hot-path --help
/** @type {import('hot-path').Config} */
${isModule ? 'export default' : 'module.exports ='} {
  subjects: {
    // "." is the folder whose start script runs node; the path is what is requested.
    app: { file: ${JSON.stringify(file)}, path: '/' }
  },
  // For options that are not given.
  defaults: { connections: 50 },
  claims: [
    {
      id: 'steady',
      text: 'A request costs no more than the ones before it.',
      metric: 'costGrowth',
      subject: 'app',
      most: 1.15,
      why: 'Where each costs more, something piles up. Noise alone does a tenth.'
    }
  ]
}
`
}

/**
 * @param {string} folder
 * @returns {any} package.json; an empty one where there is none
 */
function manifestOf (folder) {
  const file = path.join(folder, 'package.json')
  if (!fs.existsSync(file)) return {}
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (err) {
    throw new OperationalError(`${file} cannot be read. ${/** @type {Error} */ (err).message}`, { cause: err })
  }
}
