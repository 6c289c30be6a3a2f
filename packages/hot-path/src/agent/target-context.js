'use strict'

// The realm of the subject: probes look at its objects, and find them by its prototypes. A module that is loaded into a
// realm of ours is given it (isolated-context.js), one that is loaded into a process that runs already is in it.
//
// A field of `globalThis` may be made when it is first read, by Node, in the realm of the function that reads it. In
// one of ours, Node 22 and newer end the process then (`node::GetPerContextExports`). So what reads fields that it does
// not know does so with the subject's `getOwnPropertyDescriptor`.

/* global targetContext */
const { getOwnPropertyDescriptor } = Object
const here = { globalThis, Function, Object, getOwnPropertyDescriptor }
// @ts-expect-error isolated-context.js makes a function of this module, with a parameter of this name.
module.exports = typeof targetContext === 'undefined' ? here : targetContext
