'use strict'

// Node 20 reads no TypeScript by itself. This leaves blanks where the types were, so lines stay lines.
const ready = process.features.typescript ? Promise.resolve() : import('ts-blank-space/register')

ready.then(() => import('./server.mts'))
