// A small report service: a report is 40 ms of work, and the reports in progress share one machine.
const http = require('node:http');
const jobs = new Set();
setInterval(() => {
  for (const job of jobs) {
    job.left -= 4 / jobs.size;
    if (job.left <= 0) { jobs.delete(job); job.res.end(JSON.stringify({ report: job.name, visitors: 1234, orders: 56, days: Array(30).fill(41) })); }
  }
}, 4);
const server = http.createServer((req, res) => {
  const job = { left: 40, name: req.url.split('/').pop(), res };
  jobs.add(job);
  res.setHeader('content-type', 'application/json');
  res.on('close', () => jobs.delete(job));
});
server.keepAliveTimeout = 60000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
