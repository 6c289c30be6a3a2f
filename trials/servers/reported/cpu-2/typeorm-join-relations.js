// Product pages of a shop; TypeORM with SQLite (sql.js) in the process.
require('reflect-metadata')
const express = require('express')
const { DataSource, EntitySchema } = require('typeorm')

const child = (name, inverseSide, columns) => new EntitySchema({
  name,
  columns: { id: { type: Number, primary: true, generated: true }, ...columns },
  relations: { product: { type: 'many-to-one', target: 'Product', inverseSide, joinColumn: true } },
  indices: [{ columns: ['product'] }]
})
const Product = new EntitySchema({
  name: 'Product',
  columns: { id: { type: Number, primary: true, generated: true }, name: { type: String }, price: { type: Number } },
  relations: {
    images: { type: 'one-to-many', target: 'Image', inverseSide: 'product' },
    reviews: { type: 'one-to-many', target: 'Review', inverseSide: 'product' },
    variants: { type: 'one-to-many', target: 'Variant', inverseSide: 'product' }
  }
})
const Image = child('Image', 'images', { url: { type: String } })
const Review = child('Review', 'reviews', { stars: { type: Number }, text: { type: String } })
const Variant = child('Variant', 'variants', { colour: { type: String } })

const db = new DataSource({ type: 'sqljs', synchronize: true, entities: [Product, Image, Review, Variant] })

async function seed() {
  for (let n = 1; n <= 5; n++) {
    const product = await db.getRepository(Product).save({ name: 'Lamp ' + n, price: 20 + n })
    const rows = (count, make) => Array.from({ length: count }, (_, i) => ({ ...make(i), product }))
    await db.getRepository(Image).save(rows(6, i => ({ url: `/img/${n}/${i}.jpg` })))
    await db.getRepository(Review).save(rows(12, i => ({ stars: 1 + (i % 5), text: 'Review ' + i })))
    await db.getRepository(Variant).save(rows(8, i => ({ colour: 'colour-' + i })))
  }
}

const rating = reviews => reviews.reduce((sum, r) => sum + r.stars, 0) / reviews.length

const app = express()

app.get('/products', async (req, res) => res.json(await db.getRepository(Product).find()))

app.get('/products/:id', async (req, res, next) => {
  try {
    const product = await db.getRepository(Product).findOne({ // HERE
      where: { id: Number(req.params.id) },
      relations: { images: true, reviews: true, variants: true } // HERE
    })
    if (!product) return res.sendStatus(404)
    res.json({ ...product, rating: rating(product.reviews) })
  } catch (error) {
    next(error)
  }
})

db.initialize().then(seed).then(() => app.listen(process.env.PORT || 3000, '127.0.0.1'))
