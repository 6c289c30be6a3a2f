'use strict'

// The workshop's own config: its subjects, each with the absolute path of its file, and its claims.

const path = require('path')
const config = require('../../scripts/docs/config')

const subjects = config.subjects.map((subject) => ({ ...subject, entry: path.join(config.folder, subject.file) }))

module.exports = { ROOT: config.folder, claims: config.claims, config, subjects }
