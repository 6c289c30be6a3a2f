'use strict';
const http = require('http');
const winston = require('winston');

const logger = winston.createLogger({
  level: process.env.LOG_LEVEL || 'info',
  format: winston.format.combine(winston.format.timestamp(), winston.format.json()),
  transports: [new winston.transports.Console()],
});

// small in-memory models, shaped like the instances of an ORM
function defineAttributes(names) {
  const definition = (field) => ({ type: { key: 'STRING', length: 255 }, field, allowNull: true, validate: { len: [0, 255] } });
  return Object.fromEntries(names.map((name) => [name, definition(name)]));
}

const columns = ['id', 'name', 'phone', 'email', 'city', 'zip', 'language', 'role', 'notes', 'timezone', 'optIn', 'source', 'createdAt', 'updatedAt'];
const orm = { dialect: 'postgres', pool: { min: 0, max: 10 }, models: {} };
for (const name of ['Contact', 'Location', 'Company', 'Message', 'Template', 'Campaign', 'Invoice', 'User', 'Role', 'Tag']) {
  orm.models[name] = { tableName: `${name.toLowerCase()}s`, timestamps: true, attributes: defineAttributes(columns) };
}

class Model {
  constructor(values) {
    this.dataValues = values;
    this._previousDataValues = { ...values };
    this._modelOptions = { name: { singular: 'contact', plural: 'contacts' }, orm };
    this.isNewRecord = false;
  }

  toJSON() {
    return { id: this.dataValues.id, name: this.dataValues.name };
  }
}

const locations = new Map();
for (let id = 1; id <= 20; id++) {
  const location = new Model({ id, name: `Location ${id}` });
  location.contacts = [];
  for (let n = 1; n <= 300; n++) {
    const contact = new Model({ id: id * 1000 + n, name: `Contact ${n}`, phone: n % 3 ? `+49 30 ${id}${n}` : null });
    contact.location = location;
    location.contacts.push(contact);
  }
  locations.set(id, location);
}

function pickContact(location) {
  return location.contacts.find((c) => c.dataValues.phone) || null;
}

async function notifyContact(location) {
  const contact = pickContact(location);
  logger.debug('notifyContact inputs', { location: location.toJSON(), contact: contact.toJSON() });
  return { queued: true, to: contact.dataValues.phone, text: `News from ${location.dataValues.name}` };
}

const server = http.createServer(async (req, res) => {
  const match = /^\/locations\/(\d+)\/notify/.exec(req.url);
  if (!match || !locations.has(Number(match[1]))) {
    res.writeHead(404);
    return res.end();
  }
  const result = await notifyContact(locations.get(Number(match[1])));
  res.writeHead(200, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(result));
});

server.listen(process.env.PORT || 3000, '127.0.0.1', () => logger.info('listening', { port: server.address().port }));
