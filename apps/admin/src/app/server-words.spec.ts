import { FIELD_RULES, PROBLEM_CODES, SETTING_TEXTS, USER_TEXTS } from '@sitedesk/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from './preferences';
import { Problem } from './problem';
import { said } from './server-words';
import { words as de } from './words/de';
import { words as en } from './words/en';

const speak = async (locale: 'en' | 'de', sample: string): Promise<void> => {
  preferences.locale = locale;
  await vi.waitFor(() => expect(said(USER_TEXTS.roleUnknown)).toBe(sample));
};

describe('the server’s words in the person’s language', () => {
  beforeEach(() => speak('de', 'Diese Rolle gibt es nicht.'));

  it('has words for every code and every rule, in both languages', () => {
    for (const words of [en, de]) {
      expect(Object.keys(words.codes).sort()).toEqual(Object.values(PROBLEM_CODES).sort());
      expect(Object.keys(words.rules).sort()).toEqual([...FIELD_RULES].sort());
    }
  });

  it('has every sentence of the contract once, none of them empty or left in English', () => {
    for (const [english, german] of de.sentences) {
      expect(german.length).toBeGreaterThan(3);
      expect(german).not.toBe(english);
      const names = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();
      expect(names(german)).toEqual(names(english));
    }
  });

  it('says a refusal by its sentence, else by its code, else by its status, else as the server did', () => {
    const refusal = (status: number, members: object): string =>
      new Problem(status, { ...members }, '').message;
    const detail = USER_TEXTS.lastAdministrator;
    expect(refusal(409, { code: 'last-administrator', detail })).toBe(
      'Das ist der letzte Administrator, der sich anmelden kann. Geben Sie die Rolle zuerst jemand anderem.',
    );
    expect(refusal(409, { code: 'busy', detail: 'Never heard of.' })).toMatch(/^Gerade tun das viele/);
    expect(refusal(404, { title: 'Not Found' })).toBe('Das gibt es nicht mehr.');
    expect(refusal(418, { code: 'of-tomorrow', detail: 'Brand new.' })).toBe('Brand new.');
  });

  it('fills in what the sentence names', () => {
    const detail = SETTING_TEXTS.byEnvironment.replace('{variable}', 'EMAIL__SENDEREMAIL');
    const { message } = new Problem(409, { code: 'wrong-state', detail }, '');
    expect(message).toBe(
      'Die Umgebungsvariable EMAIL__SENDEREMAIL legt das fest; nur dort kann es geändert werden.',
    );
  });

  it('says a field by its rule and numbers, or by the sentence', () => {
    const errors = [
      { field: 'email', message: 'email must be an email address', rule: 'isMailbox' },
      { field: 'name', message: 'name must be…', rule: 'isLine', limits: { min: 2, max: 60 } },
      { field: 'roles', message: USER_TEXTS.roleReserved },
      { field: 'x', message: 'x is odd', rule: 'of-tomorrow' },
    ];
    expect(new Problem(400, { errors }, '').fields.map(({ message }) => message)).toEqual([
      'Das muss eine E-Mail-Adresse sein.',
      'Das müssen 2 bis 60 Zeichen sein.',
      'Diese Rolle ist reserviert. Niemand kann sie bekommen.',
      'x is odd',
    ]);
  });

  it('leaves the server’s own sentences in English, and says fields for people', async () => {
    await speak('en', USER_TEXTS.roleUnknown);
    const errors = [{ field: 'email', message: 'email must be an email address', rule: 'isMailbox' }];
    await vi.waitFor(() =>
      expect(new Problem(400, { errors }, '').fields[0]?.message).toBe('This must be an email address.'),
    );
    const detail = USER_TEXTS.lastAdministrator;
    expect(new Problem(409, { code: 'last-administrator', detail }, '').message).toBe(detail);
  });
});
