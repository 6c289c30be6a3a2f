const http = require('http');
const net = require('net');
const { fork } = require('child_process');
const nodemailer = require('nodemailer');

function mailServer() {
  const server = net.createServer((socket) => {
    let body = false;
    let rest = '';
    socket.write('220 mail.clinic.test ESMTP\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop();
      for (const line of lines) {
        if (body) {
          if (line !== '.') continue;
          body = false;
          setTimeout(() => socket.write('250 2.0.0 queued\r\n'), 250);
        } else if (/^DATA/i.test(line)) {
          body = true;
          socket.write('354 go ahead\r\n');
        } else if (/^QUIT/i.test(line)) {
          socket.end('221 bye\r\n');
        } else {
          socket.write('250 ok\r\n');
        }
      }
    });
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('disconnect', () => process.exit());
}

function clinic(mailPort) {
  const port = process.env.PORT || 3000;
  const appointments = new Map(Array.from({ length: 40 }, (_, i) => [String(i + 1), {
    patient: `patient${i + 1}@example.test`,
    doctor: i % 2 ? 'Dr. Okafor' : 'Dr. Lindqvist',
    at: `2024-06-${String(1 + (i % 28)).padStart(2, '0')} ${8 + (i % 9)}:30`,
  }]));

  function createMailer() {
    return nodemailer.createTransport({ // HERE
      host: '127.0.0.1',
      port: mailPort,
      ignoreTLS: true,
      pool: true,
      maxConnections: 50,
    });
  }

  async function remind(appointment) {
    const mailer = createMailer(); // HERE
    const info = await mailer.sendMail({
      from: 'reception@clinic.test',
      to: appointment.patient,
      subject: 'Your appointment',
      text: `You have an appointment with ${appointment.doctor} on ${appointment.at}.`,
    });
    return info.messageId;
  }

  http.createServer(async (req, res) => {
    const [, section, id, action] = req.url.split('/');
    const appointment = section === 'appointments' && appointments.get(id);
    res.setHeader('content-type', 'application/json');
    if (!appointment) {
      res.statusCode = 404;
      return res.end('{"error":"not found"}');
    }
    if (action !== 'remind') return res.end(JSON.stringify(appointment));
    try {
      res.end(JSON.stringify({ sent: await remind(appointment) }));
    } catch (err) {
      res.statusCode = 502;
      res.end(JSON.stringify({ error: err.message }));
    }
  }).listen(port, '127.0.0.1');
}

if (process.argv[2] === 'mail') mailServer();
else fork(__filename, ['mail']).once('message', (message) => clinic(message.port));
