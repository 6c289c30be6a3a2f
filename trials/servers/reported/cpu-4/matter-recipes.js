const fs = require('fs')
const os = require('os')
const path = require('path')
const http = require('http')
const matter = require('gray-matter')

const recipesDir = fs.mkdtempSync(path.join(os.tmpdir(), 'recipes-'))
const tags = ['soup', 'bread', 'cake', 'salad', 'stew', 'pasta']

for (let i = 1; i <= 300; i++) {
  const tag = tags[i % tags.length]
  const steps = Array.from({ length: 20 }, (_, n) => `${n + 1}. Stir, taste and season the ${tag} once more.`)
  fs.writeFileSync(path.join(recipesDir, `${tag}-${i}.md`), [
    '---',
    `title: ${tag} number ${i}`,
    `tags: [${tag}, ${tags[(i * 5) % tags.length]}]`,
    `minutes: ${10 + (i % 50)}`,
    '---',
    ...steps,
    ''
  ].join('\n'))
}

function loadRecipe (slug) {
  const { data, content } = matter.read(path.join(recipesDir, `${slug}.md`)) // HERE
  return { slug, ...data, content }
}

function allRecipes () {
  return fs.readdirSync(recipesDir)
    .filter((name) => name.endsWith('.md'))
    .map((name) => loadRecipe(name.slice(0, -3)))
}

function recipesWithTag (tag) {
  return allRecipes()
    .filter((recipe) => recipe.tags.includes(tag))
    .sort((a, b) => a.minutes - b.minutes)
    .map(({ slug, title, minutes }) => ({ slug, title, minutes }))
}

function send (res, status, body) {
  res.statusCode = status
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(body))
}

const server = http.createServer((req, res) => {
  const { pathname } = new URL(req.url, 'http://localhost')
  const [, section, name] = pathname.split('/')
  if (section === 'tags' && name) {
    return send(res, 200, recipesWithTag(name))
  }
  if (section === 'tags') {
    return send(res, 200, tags)
  }
  if (section === 'recipes' && /^[a-z]+-\d+$/.test(name || '') && fs.existsSync(path.join(recipesDir, `${name}.md`))) {
    return send(res, 200, loadRecipe(name))
  }
  send(res, 404, { error: 'not found' })
})

process.on('SIGTERM', () => {
  fs.rmSync(recipesDir, { recursive: true, force: true })
  process.exit()
})

server.listen(process.env.PORT || 3000, '127.0.0.1')
