import { OUTBOUND_TEXTS } from '@sitedesk/contract/outbound';
import { verbatim } from '@sitedesk/contract/messages';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { classifyDeliveryError, DeliveryError, HttpAnswerError } from './delivery-error.js';

const smtp = (command: string, response: string, code = 'EENVELOPE'): Error =>
  Object.assign(new Error(`failed: ${response}`), {
    code,
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  });
const coded = (code: string, extra: object = {}): Error => Object.assign(new Error(code), { code, ...extra });
const called = (code: string): Error => OutboundError.of(coded(code), 'api.example');

describe('classifyDeliveryError (L-11: the table in delivery-error.ts)', () => {
  it.each([
    ['421 at MAIL FROM', smtp('MAIL FROM', '421 closing'), 'temporary', 'smtp-421', true],
    ['421 as greeting', smtp('CONN', '421 too busy', 'EPROTOCOL'), 'temporary', 'smtp-421', true],
    ['450 at MAIL FROM', smtp('MAIL FROM', '450 later'), 'temporary', 'smtp-450', false],
    ['451 at RCPT TO', smtp('RCPT TO', '451 later'), 'temporary', 'smtp-451', false],
    ['452 at DATA', smtp('DATA', '452 disk full', 'EMESSAGE'), 'temporary', 'smtp-452', false],
    ['454 at AUTH', smtp('AUTH PLAIN', '454 later', 'EAUTH'), 'temporary', 'smtp-454', true],
    ['454 at STARTTLS', smtp('STARTTLS', '454 no TLS now', 'ETLS'), 'temporary', 'smtp-454', true],
    ['535 at AUTH', smtp('AUTH PLAIN', '535 bad password', 'EAUTH'), 'configuration', 'smtp-535', false],
    [
      '534 at AUTH',
      smtp('AUTH LOGIN', '534 application password needed', 'EAUTH'),
      'configuration',
      'smtp-534',
      false,
    ],
    ['504 at AUTH', smtp('AUTH PLAIN', '504 no such method', 'EAUTH'), 'configuration', 'smtp-504', false],
    ['530 at MAIL FROM', smtp('MAIL FROM', '530 STARTTLS first'), 'configuration', 'smtp-530', false],
    ['530 at RCPT TO', smtp('RCPT TO', '530 sign in first'), 'configuration', 'smtp-530', false],
    ['550 at MAIL FROM', smtp('MAIL FROM', '550 sender rejected'), 'configuration', 'smtp-550', false],
    ['552 at MAIL FROM', smtp('MAIL FROM', '552 too large'), 'permanent', 'smtp-552', false],
    ['550 at RCPT TO', smtp('RCPT TO', '550 no such user'), 'permanent', 'smtp-550', false],
    ['554 at DATA', smtp('DATA', '554 spam', 'EMESSAGE'), 'permanent', 'smtp-554', false],
    [
      '550 5.7.60 at DATA',
      smtp('DATA', '550 5.7.60 cannot send as', 'EMESSAGE'),
      'configuration',
      'smtp-550',
      false,
    ],
    ['502 at STARTTLS', smtp('STARTTLS', '502 not here', 'ETLS'), 'configuration', 'smtp-502', false],
    ['554 as greeting', smtp('CONN', '554 no service', 'EPROTOCOL'), 'temporary', 'smtp-554', true],
    ['250 where 354 was due', smtp('DATA', '250 what'), 'temporary', 'protocol', true],
    [
      'garbage at RCPT TO',
      coded('EENVELOPE', { command: 'RCPT TO', response: 'what?' }),
      'temporary',
      'protocol',
      true,
    ],
    [
      'a greeting that is none',
      coded('EPROTOCOL', { command: 'CONN', response: 'hello' }),
      'temporary',
      'protocol',
      true,
    ],
    ['no AUTH method in common', coded('EAUTH', { command: 'API' }), 'configuration', 'auth', false],
    ['a lost connection', coded('ECONNECTION'), 'temporary', 'connection', true],
    [
      'a refused connection',
      coded('ESOCKET', { originalCode: 'ECONNREFUSED' }),
      'temporary',
      'connection',
      true,
    ],
    ['a time limit', coded('ETIMEDOUT'), 'temporary', 'timeout', true],
    ['an abort', coded('EABORT'), 'temporary', 'timeout', true],
    ['an unknown host', coded('EDNS', { originalCode: 'ENOTFOUND' }), 'temporary', 'dns', true],
    [
      'a self-signed certificate',
      coded('ESOCKET', { originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      'configuration',
      'certificate',
      false,
    ],
    [
      'an expired certificate',
      coded('ESOCKET', { originalCode: 'CERT_HAS_EXPIRED' }),
      'configuration',
      'certificate',
      false,
    ],
    [
      'a certificate of another name',
      coded('ESOCKET', { originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
      'configuration',
      'certificate',
      false,
    ],
    [
      'no TLS on a TLS port',
      coded('ESOCKET', { originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
      'configuration',
      'tls',
      false,
    ],
    [
      'an old TLS version',
      coded('ESOCKET', { originalCode: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }),
      'configuration',
      'tls',
      false,
    ],
    ['a handshake that ended', coded('ETLS'), 'temporary', 'tls', true],
    ['no recipient', coded('EENVELOPE', { command: 'API' }), 'permanent', 'message', false],
    ['a message over the limit', coded('EMESSAGE', { command: 'MAIL FROM' }), 'permanent', 'message', false],
    ['a closed pool', new Error('Connection pool was closed'), 'temporary', 'unknown', false],
    ['no Error at all', 'gone', 'temporary', 'unknown', false],
    ['an API that refuses the connection', called('ECONNREFUSED'), 'temporary', 'connection', true],
    ['an API that is not found', called('ENOTFOUND'), 'temporary', 'dns', true],
    ['an API’s certificate', called('SELF_SIGNED_CERT_IN_CHAIN'), 'configuration', 'certificate', false],
    ['an API without TLS', called('ERR_SSL_WRONG_VERSION_NUMBER'), 'configuration', 'tls', false],
    ['an API whose handshake ended', called('EPROTO'), 'temporary', 'tls', true],
    ['an API that closed the connection', called('UND_ERR_SOCKET'), 'temporary', 'connection', true],
    ['an API that does not speak HTTP', called('HPE_INVALID_CONSTANT'), 'temporary', 'protocol', true],
    ['an API that is late', OutboundError.timeout('api.example', 'total', 9), 'temporary', 'timeout', true],
    [
      'an API a site may not reach',
      new OutboundError('refused', OUTBOUND_TEXTS.notPublic({ host: 'api.example' })),
      'configuration',
      'not-allowed',
      false,
    ],
  ])('%s', (_, error, kind, code, outage) => {
    expect(classifyDeliveryError(error)).toMatchObject({ kind, code, outage });
  });

  it.each([
    [200, 'configuration'],
    [302, 'configuration'],
    [400, 'permanent'],
    [401, 'configuration'],
    [403, 'configuration'],
    [404, 'configuration'],
    [408, 'temporary'],
    [409, 'temporary'],
    [413, 'permanent'],
    [422, 'permanent'],
    [429, 'temporary'],
    [500, 'temporary'],
    [503, 'temporary'],
  ])('HTTP %d is %s', (status, kind) => {
    expect(classifyDeliveryError(new HttpAnswerError(status, 'words'))).toMatchObject({
      kind,
      code: `http-${status}`,
      detail: { code: '', text: 'words' },
    });
  });

  it('gives back the failure of a DeliveryError', () => {
    const failure = { kind: 'permanent', code: 'x', detail: verbatim('y'), outage: false } as const;

    expect(classifyDeliveryError(new DeliveryError(failure))).toBe(failure);
  });
});

describe('the detail of a failure', () => {
  const detail = (words: string, secrets: readonly string[] = []): string =>
    classifyDeliveryError(new HttpAnswerError(500, words), secrets).detail.text;

  it('is the answer of the server, not our paraphrase', () => {
    expect(classifyDeliveryError(smtp('RCPT TO', '550-no such\r\n550 user')).detail.text).toBe(
      '550-no such 550 user',
    );
  });

  it('names what the system said of a call', () => {
    expect(classifyDeliveryError(called('ECONNREFUSED')).detail).toEqual({
      code: 'delivery.connection',
      params: { words: 'ECONNREFUSED' },
      text: 'The connection to the provider failed: ECONNREFUSED',
    });
  });

  it('has at most 500 characters and no control characters', () => {
    expect(detail(`a\u0000\u001b[31m\u202eb\n${'😀'.repeat(600)}`)).toMatch(/^a \[31m b 😀{490,}…$/u);
    expect([...detail('😀'.repeat(600))]).toHaveLength(500);
  });

  it('masks a secret as short as a word only where it stands alone', () => {
    expect(detail('550 a mailbox named anna has no password a, said pa$s.', ['a', 'pa$s', ''])).toBe(
      '550 *** mailbox named anna has no password ***, said ***.',
    );
  });

  it('masks the secrets it is told and whatever looks like one', () => {
    const words =
      'pw=hunter2 Bearer abc.def SG.aaa.bbb accesskey=Zm9v; AUTH PLAIN AHVzZXI= smtp://user:other@h Signature=sss end';

    expect(detail(words, ['hunter2'])).toBe(
      'pw=*** Bearer *** *** accesskey=***; AUTH PLAIN *** smtp://***@h Signature=*** end',
    );
  });

  it('masks before it cuts', () => {
    expect(detail(`${'x'.repeat(495)}hunter2`, ['hunter2'])).not.toContain('hunt');
  });
});
