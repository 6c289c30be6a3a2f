'use strict';

const http = require('node:http');
const { createHash } = require('node:crypto');
const { fork } = require('node:child_process');
const { SQSClient, SendMessageCommand } = require('@aws-sdk/client-sqs');

if (process.argv[2] === 'queue') {
  let sent = 0;
  const server = http.createServer((req, res) => {
    const parts = [];
    req.on('data', (part) => parts.push(part));
    req.on('end', () => {
      const { MessageBody } = JSON.parse(Buffer.concat(parts));
      const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
      setTimeout(() => {
        res.setHeader('content-type', 'application/x-amz-json-1.0');
        res.end(JSON.stringify({ MessageId: `message-${++sent}`, MD5OfMessageBody }));
      }, 10);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
} else {
  const stopping = new AbortController();
  const samples = new Map();
  let queue;
  let QueueUrl;

  for (let i = 1; i <= 100; i++) {
    const values = Array.from({ length: 120 }, (_, n) => ({ test: `Analyte ${n}`, value: (i * 7 + n * 3) % 200, low: 20, high: 140, unit: 'mg/dl' }));
    samples.set(i, { id: i, patient: `P-${1000 + i}`, values });
  }

  function render(sample) {
    const lines = sample.values.map(({ test, value, low, high, unit }) => {
      const mark = value < low ? 'low' : value > high ? 'high' : '';
      return `<tr><td>${test}</td><td>${value} ${unit}</td><td>${low} - ${high}</td><td>${mark}</td></tr>`;
    });
    return `<h1>Report ${sample.id} for ${sample.patient}</h1><table>${lines.join('\n')}</table>`;
  }

  async function print(report) {
    const command = new SendMessageCommand({ QueueUrl, MessageBody: report });
    const { MessageId } = await queue.send(command, { abortSignal: stopping.signal }); // HERE
    return MessageId;
  }

  const server = http.createServer(async (req, res) => {
    const [, kind, id, action] = req.url.split('/');
    const sample = kind === 'samples' && samples.get(Number(id));
    if (!sample) {
      res.writeHead(404);
      return res.end('not found');
    }
    if (!action) {
      res.writeHead(200, { 'content-type': 'application/json' });
      return res.end(JSON.stringify(sample));
    }
    try {
      const report = render(sample);
      res.writeHead(200, { 'content-type': 'text/html', 'x-print-job': await print(report) });
      res.end(report);
    } catch (error) {
      res.writeHead(502);
      res.end(error.message);
    }
  });

  process.on('SIGTERM', () => {
    stopping.abort();
    process.exit();
  });

  fork(__filename, ['queue']).once('message', (port) => {
    QueueUrl = `http://127.0.0.1:${port}/000000000000/reports`;
    queue = new SQSClient({
      region: 'eu-central-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    server.listen(process.env.PORT || 3000, '127.0.0.1');
  });
}
