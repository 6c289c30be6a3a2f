// Starts one of the fake services (fake-NAME.js) in its own process and gives its port.
const { fork } = require('node:child_process');
const path = require('node:path');

module.exports = function start(name) {
  const env = { ...process.env };
  delete env.NODE_OPTIONS;
  const child = fork(path.join(__dirname, `fake-${name}.js`), [], { env, execArgv: [] });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message.port));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`fake-${name} ended with ${code}`)));
  });
};
