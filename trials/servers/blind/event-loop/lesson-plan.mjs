import express from 'express'

const SUBJECTS = ['Maths', 'German', 'French', 'Biology', 'History', 'Music', 'Sport', 'Art', 'Physics']
const FORMS = ['1a', '1b', '2a', '2b', '3a', '3b']
const PERIODS = 12

class LessonPlan {
  constructor (day, zone) {
    this.zone = zone
    this.lessons = []
    for (const [f, form] of FORMS.entries()) {
      for (let period = 0; period < PERIODS; period++) {
        this.lessons.push({
          form,
          subject: SUBJECTS[(f * 4 + period) % SUBJECTS.length],
          room: 100 + ((f * 7 + period * 3) % 14),
          start: new Date(day.getTime() + period * 50 * 60_000),
        })
      }
    }
  }

  clashes () {
    const found = []
    for (const [i, a] of this.lessons.entries()) {
      for (let j = i + 1; j < this.lessons.length; j++) {
        const b = this.lessons[j]
        if (a.room === b.room && a.start.getTime() === b.start.getTime()) found.push([a.form, b.form])
      }
    }
    return found
  }

  time (lesson) {
    return lesson.start.toLocaleTimeString('de-CH', { // <- here
      hour: '2-digit', minute: '2-digit', timeZone: this.zone,
    })
  }

  table () {
    const rows = new Map(FORMS.map((form) => [form, []]))
    for (const lesson of this.lessons) {
      rows.get(lesson.form).push(`${this.time(lesson)} ${lesson.subject} (${lesson.room})`) // <- here
    }
    return Object.fromEntries(rows)
  }
}

const plan = new LessonPlan(new Date('2026-03-02T06:45:00Z'), 'Europe/Zurich')
const app = express()

app.disable('x-powered-by')
app.use((req, res, next) => {
  res.set('Cache-Control', 'no-store')
  next()
})

app.get('/', (req, res) => {
  res.json({ school: 'Sekundarschule Letten', clashes: plan.clashes().length, plan: plan.table() })
})

app.listen(Number(process.env.PORT), process.env.HOST)
