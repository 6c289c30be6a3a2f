'use strict';
const crypto = require('crypto');
const express = require('express');
const archiver = require('archiver');

const genomes = new Map();
for (const id of ['e-coli', 'yeast', 'fruit-fly']) {
  const sequences = [];
  for (let i = 1; i <= 5; i++) {
    const bases = [...crypto.randomBytes(30000)].map((byte) => 'ACGT'[byte & 3]).join('');
    sequences.push({ name: `chr${i}.fa`, fasta: `>chr${i} ${id}\n` + bases.replace(/(.{60})/g, '$1\n'), updated: new Date(2021, 6, i) });
  }
  genomes.set(id, { id, sequences });
}

function findGenome(req, res, next) {
  req.genome = genomes.get(req.params.id);
  if (!req.genome) return res.status(404).send('no such genome');
  next();
}

function readme(genome) {
  return genome.sequences.map((s) => `${s.name}\t${s.updated.toISOString().slice(0, 10)}`).join('\r\n');
}

const app = express();
app.disable('x-powered-by');

app.get('/genomes/:id', findGenome, (req, res) => {
  const { id, sequences } = req.genome;
  res.json({ id, sequences: sequences.map((s) => ({ name: s.name, length: s.fasta.length })) });
});

app.get('/genomes/:id/download', findGenome, (req, res, next) => {
  res.attachment(`${req.genome.id}.zip`);
  const archive = archiver('zip', { zlib: { level: 9 } }); // HERE
  archive.on('error', next);
  archive.pipe(res);
  archive.append(readme(req.genome), { name: 'README.txt' });
  for (const sequence of req.genome.sequences) {
    archive.append(sequence.fasta, { name: sequence.name, date: sequence.updated });
  }
  archive.finalize();
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
