import { describe, expect, it } from 'vitest';
import { statusStyle } from './user-status';

describe('words for users', () => {
  it('tells of the lock before the status, but not of someone who cannot sign in anyway', () => {
    expect(statusStyle({ status: 'active', locked: true }).label).toBe('locked');
    expect(statusStyle({ status: 'disabled', locked: true }).label).toBe('disabled');
    expect(statusStyle({ status: 'invited', locked: false }).label).toBe('invited');
  });
});
