'use strict';
const Hapi = require('@hapi/hapi');
const Inert = require('@hapi/inert');
const Vision = require('@hapi/vision');
const HapiSwagger = require('hapi-swagger');
const Joi = require('joi');

const port = process.env.PORT || 3000;

const address = Joi.object({
  street: Joi.string().max(80).required(),
  zip: Joi.string().length(5).required(),
  city: Joi.string().required(),
}).label('Address');

const person = Joi.object({
  firstName: Joi.string().required(),
  lastName: Joi.string().required(),
  birthDate: Joi.date().iso(),
  insurance: Joi.string().valid('public', 'private', 'none'),
  address,
}).label('Person');

const wards = ['cardiology', 'dermatology', 'neurology', 'oncology', 'paediatrics', 'radiology', 'surgery', 'urology'];
const beds = new Map(wards.map((name, i) => [name, { total: 20 + i, free: i }]));

function wardRoutes(ward) {
  const appointment = Joi.object({
    id: Joi.number().integer().positive(),
    patient: person,
    at: Joi.date().iso().required(),
    room: Joi.string().pattern(/^[A-D]\d{2}$/),
  }).label(`Appointment ${ward}`);
  return [
    {
      method: 'GET',
      path: `/${ward}/beds`,
      options: {
        tags: ['api', ward],
        description: `Bed usage of ${ward}`,
        response: { schema: Joi.object({ total: Joi.number(), free: Joi.number() }).label('Beds') },
      },
      handler: () => beds.get(ward),
    },
    {
      method: 'POST',
      path: `/${ward}/appointments`,
      options: { tags: ['api', ward], description: 'Book an appointment', validate: { payload: appointment } },
      handler: (request, h) => h.response({ id: Date.now(), ...request.payload }).code(201),
    },
    {
      method: 'DELETE',
      path: `/${ward}/appointments/{id}`,
      options: {
        tags: ['api', ward],
        description: 'Cancel an appointment',
        validate: { params: Joi.object({ id: Joi.number().integer().required() }) },
      },
      handler: (request, h) => h.response().code(204),
    },
  ];
}

async function start() {
  const server = Hapi.server({ port, host: '127.0.0.1' });
  await server.register([
    Inert,
    Vision,
    {
      plugin: HapiSwagger,
      options: {
        info: { title: 'Clinic API', version: '3.2.0' },
        grouping: 'tags',
        cache: { expiresIn: 24 * 60 * 60 * 1000, generateTimeout: 30 * 1000 },
      },
    },
  ]);
  for (const ward of wards) server.route(wardRoutes(ward));
  server.route({ method: 'GET', path: '/status', handler: () => ({ wards: wards.length, uptime: process.uptime() }) });
  await server.start();
}

start();
