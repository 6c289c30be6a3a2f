'use strict'

// The workshop's config: its claims, and its subjects with the absolute paths of their files.

const path = require('path')
const config = require('../../scripts/config')

const subjects = config.subjects.map((subject) => ({ ...subject, entry: path.join(config.folder, subject.file) }))

module.exports = { ROOT: config.folder, claims: config.claims, config, subjects }
