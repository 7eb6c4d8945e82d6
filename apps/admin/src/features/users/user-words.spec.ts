import { describe, expect, it } from 'vitest';
import { deviceOf, initialsOf, statusLook } from './user-words';

describe('words for users', () => {
  it.each([
    ['Anna Berg', 'AB'],
    ['  ada ', 'A'],
    ['José María de la Cruz', 'JC'],
    ['', ''],
  ])('shortens the name %j to %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

  it('tells of the lock before the status, but not of somebody who cannot sign in anyway', () => {
    expect(statusLook({ status: 'active', locked: true }).label).toBe('locked');
    expect(statusLook({ status: 'disabled', locked: true }).label).toBe('disabled');
    expect(statusLook({ status: 'invited', locked: false }).label).toBe('invited');
  });

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('reads %j as %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
});
