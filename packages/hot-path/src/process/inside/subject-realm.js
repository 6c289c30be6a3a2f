'use strict'

// The realm of the subject: probes look at its objects, and find them by its prototypes. A module that is loaded into a
// realm of ours is given it (own-realm.js), one that is loaded into a process that runs already is in it.

/* global subjectRealm */
// @ts-expect-error own-realm.js makes a function of this module, with a parameter of this name.
module.exports = typeof subjectRealm === 'undefined' ? { globalThis, Function, Object } : subjectRealm
