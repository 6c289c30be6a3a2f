// Announcements of a school, stored in MongoDB.
const express = require('express');
const mongoose = require('mongoose');
const startFake = require('./fake-start');

const announcementSchema = new mongoose.Schema({ title: String, text: String, public: Boolean });
announcementSchema.virtual('summary').get(function () {
  return this.text.slice(0, 40);
});
const Announcement = mongoose.model('Announcement', announcementSchema);

function connect(port) {
  return mongoose.connect(`mongodb://127.0.0.1:${port}/school`, { // HERE
    useNewUrlParser: true,
    connectTimeoutMS: 120000,
    socketTimeoutMS: 120000,
  });
}

function page(query) {
  const size = Math.min(Number(query.size) || 10, 50);
  return { size, skip: (Math.max(Number(query.page) || 1, 1) - 1) * size };
}

async function listPublic(query) {
  const { size, skip } = page(query);
  const found = await Announcement.find({ public: true }).sort('-_id').skip(skip).limit(size).lean();
  return found.map(({ _id, title, text }) => ({ id: _id, title, summary: text.slice(0, 40) }));
}

const app = express();
app.disable('x-powered-by');

app.get('/announcements/public', (req, res, next) => {
  listPublic(req.query).then((announcements) => res.json({ announcements }), next);
});

app.get('/announcements/:id', (req, res, next) => {
  Announcement.findById(req.params.id)
    .then((found) => (found ? res.json(found) : res.status(404).json({ error: 'not found' })), next);
});

startFake('mongo')
  .then(connect)
  .then(() => app.listen(process.env.PORT || 3000, '127.0.0.1', () => console.log('listening')));
