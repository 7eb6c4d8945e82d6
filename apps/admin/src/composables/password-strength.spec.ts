import { describe, expect, it } from 'vitest';
import { strengthOf } from './password-strength';

describe('the hint beside a new password', () => {
  it.each([
    ['', 'short'],
    ['correct horse', 'short'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijklmnopqrstuvwxyz', 'weak'],
    ['abcXabcXabcXabcXabcX', 'weak'],
    ['green lamp by sea', 'fair'],
    ['seven rivers under a paper moon', 'strong'],
  ])('says of %j: %s', (password, strength) => {
    expect(strengthOf(password)).toBe(strength);
  });

  it('takes fewer characters where there is a second factor', () => {
    expect(strengthOf('lamp7sea', 8)).toBe('fair');
  });

  it('counts characters as people do', () => {
    expect(strengthOf('🦊🌊🪔🌙🛶🍋🧭🪴')).toBe('short');
  });
});
