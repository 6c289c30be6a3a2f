const http = require('http');
const { fork } = require('child_process');
const express = require('express');
const { S3Client, GetObjectCommand, HeadObjectCommand } = require('@aws-sdk/client-s3');
const { NodeHttpHandler } = require('@smithy/node-http-handler');

if (process.argv[2] === 's3') {
  const page = Buffer.alloc(48 * 1024, '%PDF-1.7 ');
  const s3 = http.createServer((req, res) => {
    setTimeout(() => {
      res.writeHead(200, { 'content-type': 'application/pdf', 'content-length': page.length, 'etag': '"9b2cf5"',
        'last-modified': 'Tue, 04 Mar 2025 10:00:00 GMT', 'x-amz-meta-title': `Report ${req.url.length}` });
      res.end(req.method === 'HEAD' ? undefined : page);
    }, 20);
  }).listen(0, '127.0.0.1', () => process.send(s3.address().port));
  process.on('disconnect', () => process.exit());
} else {
  fork(__filename, ['s3'], { execArgv: [] }).once('message', start);
}

function start(port) {
  const s3 = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'AKIALOCAL', secretAccessKey: 'local' },
    requestHandler: new NodeHttpHandler({ requestTimeout: 2000 }),
  });
  const where = (key) => ({ Bucket: 'reports', Key: key });

  async function download(key) {
    const object = await s3.send(new GetObjectCommand(where(key)));
    return object.Body;
  }

  async function info(key) {
    const object = await s3.send(new HeadObjectCommand(where(key)));
    return { key, type: object.ContentType, bytes: object.ContentLength, changed: object.LastModified, title: object.Metadata.title };
  }

  const app = express();
  let n = 0;
  app.get('/report/info', async (req, res, next) => {
    try {
      res.json(await info(`2025/${n++ % 300}.pdf`));
    } catch (err) { next(err); }
  });
  app.get('/report/download', async (req, res, next) => {
    try {
      res.type('pdf');
      (await download('2025/1.pdf')).pipe(res);
    } catch (err) { next(err); }
  });
  app.get('/report/exists', async (req, res) => {
    const found = await s3.send(new HeadObjectCommand(where('2025/1.pdf'))).then(() => true, () => false);
    res.json({ found });
  });
  app.listen(process.env.PORT || 3000, '127.0.0.1');
}
