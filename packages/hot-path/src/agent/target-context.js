'use strict'

// The server's own context. Probes need its prototypes to find the server's objects. Modules in an isolated context
// receive it from isolated-context.js; modules that are attached to a running process are already in it.
//
// Node creates some fields of `globalThis` on first read, in the context of the function that reads them. In an
// isolated context, this ends the process on Node 22 and newer (`node::GetPerContextExports`). Read unknown fields
// with the `getOwnPropertyDescriptor` of the server's context.

/* global targetContext */
const { getOwnPropertyDescriptor } = Object
const here = { globalThis, Function, Object, getOwnPropertyDescriptor }
// @ts-expect-error isolated-context.js makes a function of this module, with a parameter of this name.
module.exports = typeof targetContext === 'undefined' ? here : targetContext
