import { describe, expect, it } from 'vitest';
import { isFound } from './search';
import { partWords, shownWords } from './shown-value';

const WORDS = { unset: 'not set', secretIsSet: 'set' };
const ADMIN_EMAIL = {
  group: 'ContactApi',
  name: 'AdminEmail',
  description: 'Notification recipient',
} as const;

describe('what is shown of a value', () => {
  it('is never a secret, only that there is one (UX-29)', () => {
    const parts = { kind: 'smtp', host: 'mail.site.test', password: { isSet: true, updatedAt: null } };
    expect(partWords(parts, 'set')).toBe('kind: smtp · host: mail.site.test · password: set');
    expect(shownWords({ value: null, isSet: true, parts: null }, WORDS)).toBe('set');
  });

  it('leaves out what is empty, and says what is not set', () => {
    expect(
      partWords(
        { Provider: 'captcha_widget', ScriptUrl: null, SecretKey: { isSet: false, updatedAt: null } },
        'set',
      ),
    ).toBe('Provider: captcha_widget');
    expect(shownWords({ value: null, isSet: false, parts: null }, WORDS)).toBe('not set');
    expect(shownWords({ value: 'a@b.test', isSet: true, parts: null }, WORDS)).toBe('a@b.test');
  });
});

describe('the search for a setting', () => {
  it.each(['', 'recipient', 'Empfänger', 'ContactApi/Admin', 'contactapi__adminemail'])(
    'finds it by “%s”',
    (term) => {
      expect(isFound(ADMIN_EMAIL, term, ['Empfänger der Benachrichtigungen'])).toBe(true);
    },
  );

  it('does not find what has nothing of it', () => {
    expect(isFound(ADMIN_EMAIL, 'smtp', ['Notification recipient'])).toBe(false);
  });
});
