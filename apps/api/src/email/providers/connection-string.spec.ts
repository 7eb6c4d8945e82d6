import fc from 'fast-check';
import {
  describeProvider,
  EmailConnectionStringError,
  parseEmailConnectionString,
} from './connection-string.js';
import { secretsOf } from './email-provider.js';

const KEY = 'c2VjcmV0LWtleS1vZi1hLXJlc291cmNl';

describe('parseEmailConnectionString (design 4, specification 2.8)', () => {
  it.each([
    ['smtp://h.example', { host: 'h.example', port: 587, secure: false, requireTls: true, ignoreTls: false }],
    ['smtp://h.example:25', { port: 25, secure: false, requireTls: true }],
    ['smtp://h.example:465', { port: 465, secure: true, requireTls: false }],
    ['smtps://h.example', { port: 465, secure: true, requireTls: false }],
    ['smtps://h.example:2465', { port: 2465, secure: true }],
    ['smtp://h.example:2465?secure=true', { port: 2465, secure: true }],
    ['smtp://h.example?requireTLS=false', { requireTls: false, ignoreTls: false }],
    ['smtp://h.example?requiretls=false', { requireTls: false }],
    ['smtp://h.example?ignoreTLS=true', { requireTls: false, ignoreTls: true }],
    ['smtp://h.example?tls.rejectUnauthorized=false', { rejectUnauthorized: false, requireTls: true }],
    ['smtp://h.example', { rejectUnauthorized: true }],
    [
      'smtp://h.example?tls.servername=mx.example&name=web.example',
      { servername: 'mx.example', name: 'web.example' },
    ],
    ['smtp://u%40x:p%3A%2F%3F%23%5B%25@h.example', { user: 'u@x', pass: 'p:/?#[%' }],
    ['smtp://user:p@ss@h.example', { user: 'user', pass: 'p@ss' }],
    ['smtp://h.example', { user: undefined, pass: undefined }],
    ['SMTP://MAIL.Example:587/', { host: 'mail.example' }],
    ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', port: 25 }],
    ['smtp://bücher.example', { host: 'xn--bcher-kva.example' }],
    [' smtp://mail_relay ', { host: 'mail_relay' }],
  ])('reads %s', (text, expected) => {
    expect(parseEmailConnectionString(text)).toMatchObject({ kind: 'smtp', ...expected });
  });

  it.each([
    [
      `endpoint=https://r.communication.azure.com/;accesskey=${KEY}==`,
      'https://r.communication.azure.com',
      `${KEY}==`,
    ],
    [`AccessKey=${KEY}; Endpoint=https://r.example`, 'https://r.example', KEY],
    [`endpoint=http://127.0.0.1:8080;accesskey=${KEY}`, 'http://127.0.0.1:8080', KEY],
  ])('reads the communication service in %s', (text, endpoint, accessKey) => {
    expect(parseEmailConnectionString(text)).toEqual({ kind: 'communication', endpoint, accessKey });
  });

  it.each([
    ['SG.abc.def-_1', 'https://api.sendgrid.com', 'SG.abc.def-_1'],
    ['sendgrid://SG.abc', 'https://api.sendgrid.com', 'SG.abc'],
    ['sendgrid://SG.abc@api.eu.sendgrid.com', 'https://api.eu.sendgrid.com', 'SG.abc'],
    ['sendgrid://SG.abc@127.0.0.1:8080?tls=false', 'http://127.0.0.1:8080', 'SG.abc'],
  ])('reads the commercial API in %s', (text, baseUrl, apiKey) => {
    expect(parseEmailConnectionString(text)).toEqual({ kind: 'commercial', baseUrl, apiKey });
  });

  it.each(['none:', 'none', 'NONE:', 'none://'])('reads %s as no provider', (text) => {
    expect(parseEmailConnectionString(text)).toEqual({ kind: 'none' });
  });

  it.each([
    ['', /empty/],
    ['mail.example.com', /isn’t recognized/],
    ['http://h.example', /isn’t recognized/],
    ['smtp://', /must look like/],
    ['smtp://h.example:0', /port/],
    ['smtp://h.example:99999', /must look like/],
    ['smtp://h.example/path', /must look like/],
    ['smtp://user:hunter2#x@h.example', /must look like/],
    ['smtp://user:hunter2/x@h.example', /must look like/],
    ['smtp://user:hunter2%zz@h.example', /%25/],
    ['smtp://user:hunter2%0d%0a@h.example', /password/],
    ['smtp://user@h.example', /no password/],
    ['smtp://:hunter2@h.example', /no user name/],
    ['smtp://h.example?requireTls=no', /true or false/],
    ['smtp://h.example?requireTSL=false', /options/],
    ['smtp://h.example?name=', /needs a value/],
    ['smtp://h.example?name=two%20words', /name/],
    ['smtp://h.example?name=web%00', /name/],
    ['smtp://h.example?name=[2001:db8::1]', { name: '[2001:db8::1]' }],
    ['smtp://h.example?user=x&hunter2', /options/],
    ['smtp://h.example\r\n', { host: 'h.example' }],
    ['smtp://h.ex\nample', /control character/],
    ['endpoint=https://r.example', /no accesskey/],
    [`endpoint=https://r.example/mail;accesskey=${KEY}`, /without a path/],
    [`endpoint=http://r.example;accesskey=${KEY}`, /must use https/],
    ['endpoint=https://r.example;accesskey=hunter2!', /Base64/],
    ['sendgrid://', /must look like/],
    ['sendgrid://SG.hunter2@mail.example?tls=false', /must use https/],
    ['SG.hunter2 with a blank', /letters/],
  ])('refuses %j with a sentence that keeps the secret', (text, reason) => {
    if (!(reason instanceof RegExp))
      return void expect(parseEmailConnectionString(text)).toMatchObject(reason);
    expect(() => parseEmailConnectionString(text)).toThrow(reason);
    expect(() => parseEmailConnectionString(text)).toThrow(EmailConnectionStringError);
    expect(() => parseEmailConnectionString(text)).not.toThrow(/hunter2|c2VjcmV0/);
  });

  it('repeats nothing of what it cannot read (1,000 cases) (DD-18)', () => {
    const prefix = fc.constantFrom(
      'smtp://',
      'smtps://u:',
      'endpoint=',
      'sendgrid://',
      'SG.',
      '',
      'smtp://u:p?',
    );
    fc.assert(
      fc.property(prefix, fc.stringMatching(/^[ -~]{8,40}$/), (start, secret) => {
        try {
          parseEmailConnectionString(start + secret);
          return true;
        } catch (error) {
          return error instanceof EmailConnectionStringError && !error.message.includes(secret);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('describeProvider', () => {
  it.each([
    ['smtp://user:hunter2@h.example:25', 'smtp h.example:25'],
    ['smtp://[2001:db8::1]', 'smtp [2001:db8::1]:587'],
    [`endpoint=https://r.example;accesskey=${KEY}`, 'communication service r.example'],
    ['SG.hunter2', 'email API api.sendgrid.com'],
    ['none:', 'none'],
  ])('of %s is %s', (text, description) => {
    expect(describeProvider(parseEmailConnectionString(text))).toBe(description);
  });

  it('names no secret', () => {
    const providers = [
      'smtp://user:hunter2@h.example',
      'SG.hunter2',
      `endpoint=https://r.example;accesskey=${KEY}`,
    ].map(parseEmailConnectionString);
    for (const provider of providers) {
      for (const secret of secretsOf(provider)) expect(describeProvider(provider)).not.toContain(secret);
    }
    expect(providers.map((provider) => secretsOf(provider).length)).toEqual([3, 1, 1]);
  });
});
