import { randomBytes } from 'node:crypto';
import { KeyRing, SecretUnreadableError } from './key-ring.js';

const key = (): string => randomBytes(32).toString('base64');

describe('KeyRing', () => {
  const ring = KeyRing.parse(`k1:${key()}`);

  it('opens what it encrypted', () => {
    expect(
      ring.decrypt(
        'tenant',
        'email/connectionstring',
        ring.encrypt('tenant', 'email/connectionstring', 'smtp://ü'),
      ),
    ).toBe('smtp://ü');
  });

  it('encrypts with a nonce of its own each time (S-02)', () => {
    expect(ring.encrypt('tenant', 'name', 'secret')).not.toBe(ring.encrypt('tenant', 'name', 'secret'));
  });

  it.each([
    ['another tenant', 'other', 'name'],
    ['another setting', 'tenant', 'other'],
  ])('does not open a text that was moved to %s (S-02)', (_where, tenant, name) => {
    const ciphertext = ring.encrypt('tenant', 'name', 'secret');
    expect(() => ring.decrypt(tenant, name, ciphertext)).toThrow(SecretUnreadableError);
  });

  it('does not open a text that was changed (S-02)', () => {
    const [head, version, id, body = ''] = ring.encrypt('tenant', 'name', 'secret').split(':');
    const bytes = Buffer.from(body, 'base64');
    bytes[14] = (bytes[14] ?? 0) ^ 1;
    expect(() =>
      ring.decrypt('tenant', 'name', `${head}:${version}:${id}:${bytes.toString('base64')}`),
    ).toThrow(SecretUnreadableError);
  });

  it('opens with an old key after a new one came first', () => {
    const old = key();
    const ciphertext = KeyRing.parse(`old:${old}`).encrypt('tenant', 'name', 'secret');
    expect(KeyRing.parse(`new:${key()},old:${old}`).decrypt('tenant', 'name', ciphertext)).toBe('secret');
    expect(() => KeyRing.parse(`new:${key()}`).decrypt('tenant', 'name', ciphertext)).toThrow(
      SecretUnreadableError,
    );
  });

  it('derives different keys for tenants, purposes and master keys', () => {
    const two = KeyRing.parse(`a:${key()},b:${key()}`);
    const keys = [
      two.derive('antiforgery', 't1'),
      two.derive('antiforgery', 't2'),
      two.derive('settings', 't1'),
      two.derive('antiforgery', 't1', 'b'),
    ].map((derived) => derived?.toString('hex'));
    expect(new Set(keys).size).toBe(4);
    expect(two.derive('antiforgery', 't1', 'gone')).toBeUndefined();
  });

  it.each([
    ['', 'must look like keyId:base64'],
    ['k1', 'must look like keyId:base64'],
    ['k1:c2hvcnQ=', 'must be 32 octets in base64, but has 5'],
    [`k1:${key()},k1:${key()}`, 'used twice'],
  ])('names what is wrong with %j', (text, problem) => {
    expect(() => KeyRing.parse(text)).toThrow(problem);
  });
});
