'use strict'

const SUBJECTS = ['gardens', 'rivers', 'bridges', 'clocks', 'maps', 'birds', 'storms']
const FORMS = ['A history of', 'The joy of', 'Ten lessons about', 'Letters on', 'The secret life of']

const books = Array.from({ length: 1500 }, (_, id) => ({
  id,
  title: `${FORMS[id % FORMS.length]} ${SUBJECTS[id % SUBJECTS.length]}, volume ${Math.floor(id / 35) + 1}`,
  pages: 90 + ((id * 37) % 400),
  tags: [SUBJECTS[id % SUBJECTS.length], FORMS[id % FORMS.length].toLowerCase()]
}))

module.exports = { books }
