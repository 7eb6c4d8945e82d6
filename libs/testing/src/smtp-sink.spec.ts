import { connect } from 'node:net';
import { startSmtpSink } from './index.js';

describe('startSmtpSink', () => {
  it('takes an email over SMTP and shows it parsed', async () => {
    const sink = await startSmtpSink({ tls: 'none' });
    try {
      const socket = connect(sink.port, '127.0.0.1');
      const lines = [
        'EHLO test',
        'MAIL FROM:<a@example.com>',
        'RCPT TO:<b@example.com>',
        'DATA',
        'Subject: Hello\r\n\r\nHow are you?\r\n.',
        'QUIT',
      ];
      // One line per answer; an answer is over when its last line has a space after the code.
      socket.on('data', (chunk: Buffer) => {
        const line = /^\d{3} .*\r\n$/m.test(chunk.toString()) ? lines.shift() : undefined;
        if (line) socket.write(`${line}\r\n`);
      });
      const [message] = await sink.waitFor(1);
      expect(message?.mail.subject).toBe('Hello');
      expect(message?.envelope).toEqual({ from: 'a@example.com', to: ['b@example.com'] });
      socket.destroy();
    } finally {
      await sink.close();
    }
  });
});
