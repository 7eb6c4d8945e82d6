import { describe, expect, it } from 'vitest';
import { smtpAddress } from './smtp-address';

const FORM = { host: 'mail.example.com', port: '587', security: 'starttls', user: '', password: '' } as const;

describe('the address of a mail server (UI-01)', () => {
  it('has nothing but the host when nothing else is needed', () => {
    expect(smtpAddress(FORM)).toBe('smtp://mail.example.com:587');
    expect(smtpAddress({ ...FORM, port: '' })).toBe('smtp://mail.example.com');
  });

  it('escapes what a name or a password may hold', () => {
    const typed = { ...FORM, user: 'site@example.com', password: 'a/b:c@d#e' };
    expect(smtpAddress(typed)).toBe('smtp://site%40example.com:a%2Fb%3Ac%40d%23e@mail.example.com:587');
    expect(new URL(smtpAddress(typed)).hostname).toBe('mail.example.com');
  });

  it('says that it is encrypted from the start', () => {
    expect(smtpAddress({ ...FORM, security: 'tls', port: '465' })).toBe('smtps://mail.example.com:465');
  });

  it('is nothing without a host', () => {
    expect(smtpAddress({ ...FORM, host: ' ' })).toBe('');
  });
});
