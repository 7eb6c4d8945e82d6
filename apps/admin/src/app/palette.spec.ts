import { beforeEach, describe, expect, it } from 'vitest';
import { recentChoices, rememberChoice } from './palette';

describe('what was chosen last in the palette', () => {
  beforeEach(() => localStorage.clear());

  it('has the latest first, each once, and only a few', () => {
    for (const id of ['a', 'b', 'a', 'c', 'd', 'e']) rememberChoice(id);
    expect(recentChoices()).toEqual(['e', 'd', 'c', 'a']);
  });

  it('is empty when what is stored is not ours', () => {
    localStorage.setItem('sitedesk.recent', '{"not":"ours"');
    expect(recentChoices()).toEqual([]);
    localStorage.setItem('sitedesk.recent', '{"0":"a"}');
    expect(recentChoices()).toEqual([]);
  });
});
