import { validateSync } from 'class-validator';
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import fc from 'fast-check';
import { CONTACT_ERRORS, messageLengthText, nameLengthText } from './contact.js';
import { firstProblem, SubmitContactDto } from './submit-contact.dto.js';
import { characters } from './text.js';

const GOOD = { name: 'Anna', email: 'anna@example.com', message: 'Hello, how are you?' };

function errorsOf(body: Readonly<Record<string, unknown>>, max?: number): Readonly<Record<string, string>> {
  const dto = new SubmitContactDto(body, max);
  const errors = validateSync(dto, { forbidUnknownValues: false });
  const texts: Readonly<Record<string, string>> = Object.fromEntries(
    errors.map(({ property, constraints }) => [property, Object.values(constraints ?? {})[0] ?? '']),
  );
  expect(firstProblem(dto)).toBe(texts['name'] ?? texts['email'] ?? texts['message']); // what the server asks
  return texts;
}

const nameError = (name: unknown): string | undefined => errorsOf({ ...GOOD, name })['name'];
const emailError = (email: unknown): string | undefined => errorsOf({ ...GOOD, email })['email'];
const messageError = (message: unknown, max?: number): string | undefined =>
  errorsOf({ ...GOOD, message }, max)['message'];

describe('SubmitContactDto (specification 2.1 and 7)', () => {
  it('accepts a good message', () => {
    expect(errorsOf(GOOD)).toEqual({});
  });

  it.each([
    ['', CONTACT_ERRORS.nameRequired],
    ['   ', CONTACT_ERRORS.nameRequired],
    ['\u200B\u2060', CONTACT_ERRORS.nameRequired],
    [undefined, CONTACT_ERRORS.nameRequired],
    [null, CONTACT_ERRORS.nameRequired],
    ['A', nameLengthText()],
    ['AB', undefined],
    ['x'.repeat(100), undefined],
    ['x'.repeat(101), nameLengthText()],
    ['😀'.repeat(100), undefined],
    ['  AB  ', undefined],
    ['A\u0000B', nameLengthText()],
    ['A\nB', nameLengthText()],
    ['A\u202EB', nameLengthText()],
    ['A\u2028B', nameLengthText()],
  ])('name %j gives %j (V-02)', (name, expected) => {
    expect(nameError(name)).toBe(expected);
  });

  it.each([
    ['123456789', messageLengthText(5000)],
    ['1234567890', undefined],
    ['   123456789   ', messageLengthText(5000)],
    ['x'.repeat(5000), undefined],
    ['x'.repeat(5001), messageLengthText(5000)],
    ['😀'.repeat(5000), undefined],
    ['0123456789\u0000', messageLengthText(5000)],
    ['line one\r\nline two', undefined],
  ])('message %j (V-02)', (message, expected) => {
    expect(messageError(message)).toBe(expected);
  });

  it('MaxMessageLength changes the limit and the text (V-02)', () => {
    expect(messageError('x'.repeat(200), 200)).toBeUndefined();
    expect(messageError('x'.repeat(201), 200)).toBe('Message must be between 10 and 200 characters');
  });

  it.each([1, ['a'], { a: 1 }, true, Infinity])("%p in any field is that field's error (V-03)", (value) => {
    expect(nameError(value)).toBe(nameLengthText());
    expect(emailError(value)).toBe(CONTACT_ERRORS.invalidEmail);
    expect(messageError(value)).toBe(messageLengthText(5000));
  });

  it('takes no value from a prototype (V-04)', () => {
    const body: unknown = JSON.parse(
      '{"__proto__": {"name": "Anna", "email": "anna@example.com", "message": "Hello, how are you?"}}',
    );
    expect(Object.keys(errorsOf(body as Record<string, unknown>))).toEqual(['name', 'email', 'message']);
    expect(Object.prototype).not.toHaveProperty('name');
  });

  it.each([
    'anna@example.com',
    'anna.k+tag@sub.example.co.uk',
    "o'brien@example.com",
    'ünï@example.com',
    '  anna@example.com  ',
  ])('accepts the address %j', (email) => {
    expect(emailError(email)).toBeUndefined();
  });

  // The error classes of RFC 5321 and 5322, one or more addresses each.
  it.each([
    '',
    'anna',
    '@',
    '@example.com',
    'anna@',
    'anna@@example.com',
    'a@b@example.com',
    'anna example.com',
    '.anna@example.com',
    'anna.@example.com',
    'an..na@example.com',
    'anna@.example.com',
    'anna@example..com',
    'anna@-example.com',
    'anna@example-.com',
    'anna@example',
    'anna@localhost',
    'anna@[127.0.0.1]',
    'anna@[IPv6:::1]',
    '"anna"@example.com',
    '"an na"@example.com',
    '"an\\"na"@example.com',
    'an"na@example.com',
    'an(na)@example.com',
    'anna@example.com (comment)',
    '(comment)anna@example.com',
    'Anna <anna@example.com>',
    '<anna@example.com>',
    'anna@example.com\r\nBcc: victim@example.com',
    'an\rna@example.com',
    'an\nna@example.com',
    'anna@exam\nple.com',
    '"an\rna"@example.com',
    '"an\nna"@example.com',
    '"an\u0000na"@example.com',
    'an\u0000na@example.com',
    'anna@example.com\u0000',
    'anna@example.com, victim@example.com',
    'anna@example.com;victim@example.com',
    'anna@example.com victim@example.com',
    `${'a'.repeat(65)}@example.com`,
    `anna@${'a'.repeat(64)}.com`,
    `anna@${'a.'.repeat(130)}com`,
    'anna@exa_mple.com',
    'an na@example.com',
    'anna@exam ple.com',
    'an\tna@example.com',
    'anna\u202E@example.com',
    'an\u2028na@example.com',
    'an\u200Bna@example.com',
    'an\u2003na@example.com',
    'an\u3000na@example.com',
    'an\u00ADna@example.com',
    'an\uFEFFna@example.com',
    'an\u3164na@example.com',
    'anna\u2800@example.com',
  ])('refuses the address %j (V-07)', (email) => {
    expect(emailError(email)).toBe(CONTACT_ERRORS.invalidEmail);
  });

  it('refuses an address over 254 octets (DD-11)', () => {
    const domain = `${'d'.repeat(62)}.${'e'.repeat(62)}.${'f'.repeat(62)}.com`;
    const local = (length: number): string => 'a'.repeat(length);
    expect(emailError(`${local(254 - domain.length - 1)}@${domain}`)).toBe(undefined);
    expect(emailError(`${local(254 - domain.length)}@${domain}`)).toBe(CONTACT_ERRORS.invalidEmail);
  });

  it('takes every naughty string as a name or message, or refuses it with the text of the field (V-06)', () => {
    for (const text of naughtyStrings) {
      expect([undefined, nameLengthText(), CONTACT_ERRORS.nameRequired]).toContain(nameError(text));
      expect([undefined, messageLengthText(5000)]).toContain(messageError(text));
      expect(emailError(text)).toBe(CONTACT_ERRORS.invalidEmail);
    }
  });

  it('counts code points, of which a lone surrogate is one (DD-11)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 0, maxLength: 120 }), (text) => {
        expect(characters(text)).toBe([...text].length);
      }),
    );
  });

  it('replaces lone surrogates by U+FFFD and keeps everything else of the message', () => {
    expect(new SubmitContactDto({ message: 'a\uD800b\uDC00c😀\r\nd\re' }).message).toBe(
      'a\uFFFDb\uFFFDc😀\nd\ne',
    );
  });
});
