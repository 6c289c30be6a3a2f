'use strict'

const Koa = require('koa')

const TASKS = ['wash', 'mobilise', 'infusion', 'dressing', 'bloods', 'talk to family']
const URGENT = new Set(['infusion', 'bloods'])
const STEPS_BACK = 600

class BedBoard {
  constructor (size) {
    this.step = 0
    this.past = new Array(STEPS_BACK).fill(null)
    this.beds = Array.from({ length: size }, (_, i) => ({
      id: i,
      room: Math.floor(i / 2),
      patient: 1000 + i,
      vitals: { pulse: 60 + (i % 40), celsius: 36.2 + (i % 20) / 10, spo2: 92 + (i % 8) },
      tasks: [0, 1, 2].map((n) => ({ what: TASKS[(i + n) % TASKS.length], due: 8 + n * 4, done: false })),
    }))
  }

  copy () {
    return this.beds.map((bed) => ({ // <- here
      ...bed,
      vitals: { ...bed.vitals },
      tasks: bed.tasks.map((task) => ({ ...task })), // <- here
    }))
  }

  advance () {
    this.past[this.step % STEPS_BACK] = this.copy() // <- here
    this.step++
    const bed = this.beds[this.step % this.beds.length]
    const task = bed.tasks[this.step % bed.tasks.length]
    task.done = !task.done
    return bed
  }

  open () {
    let count = 0
    for (const bed of this.beds) {
      for (const task of bed.tasks) {
        if (!task.done && URGENT.has(task.what)) count++
      }
    }
    return count
  }

  before (steps) {
    return this.past[(this.step - steps + STEPS_BACK) % STEPS_BACK]
  }
}

const board = new BedBoard(400)
const app = new Koa()

app.use((ctx) => {
  const bed = board.advance() // <- here
  const earlier = board.before(10)
  ctx.set('X-Step', String(board.step))
  ctx.body = {
    bed: bed.id,
    tasks: bed.tasks,
    open: board.open(),
    changed: earlier !== null && earlier[bed.id].tasks.some((task, i) => task.done !== bed.tasks[i].done),
  }
})

app.listen(Number(process.env.PORT), process.env.HOST)
