import { FIELD_RULES, fieldError } from '@sitedesk/contract/field-rules';
import { codeOf, type Message } from '@sitedesk/contract/messages';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import { SETTING_TEXTS } from '@sitedesk/contract/settings';
import { USER_TEXTS } from '@sitedesk/contract/users';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferences } from './preferences';
import { Problem } from './problem';
import { translated } from './server-texts';
import { texts as de } from './server-texts.de';
import { texts as en } from './server-texts.en';

const speak = async (locale: 'en' | 'de', sample: string): Promise<void> => {
  preferences.locale = locale;
  const { roleUnknown } = USER_TEXTS;
  await vi.waitFor(() => expect(translated(roleUnknown, roleUnknown.text)).toBe(sample));
};

/** The tables of every feature of the contract, with the English of each code. */
const contract = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../../../libs/contract/src/*.ts', '!**/*.spec.ts', '!**/*.dto.ts'],
  { eager: true },
);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isMessage = (value: unknown): value is Message =>
  isRecord(value) && typeof value['code'] === 'string' && typeof value['text'] === 'string';
const entries = Object.values(contract)
  .flatMap((module) => Object.values(module).filter(isRecord))
  .flatMap((table) => Object.values(table))
  .map((entry) => (typeof entry === 'function' && entry.length === 1 ? (entry as Fill)({}) : entry))
  .filter(isMessage);
type Fill = (params: object) => unknown;

describe('the server’s words in the person’s language', () => {
  beforeEach(() => speak('de', 'Diese Rolle gibt es nicht.'));

  it('has words for every rule in both languages, and for every problem in German', () => {
    for (const { rules } of [en, de]) expect(Object.keys(rules).sort()).toEqual([...FIELD_RULES].sort());
    expect(Object.keys(de.messages)).toEqual(expect.arrayContaining(Object.values(PROBLEM_CODES)));
  });

  it('has every text of the contract in German, with the same placeholders', () => {
    const names = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    expect(entries.length).toBeGreaterThan(100);
    for (const { code, text } of entries) {
      const german = de.messages[code] ?? '';
      expect([code, german.length > 3, german === text]).toEqual([code, true, false]);
      expect([code, ...names(german)]).toEqual([code, ...names(text)]);
    }
  });

  it('says a refusal by its reason, else by its code, else as the server did', () => {
    const refusal = (status: number, members: object): string =>
      new Problem(status, { ...members }, '').message;
    const { code: reason, text: detail } = USER_TEXTS.lastAdministrator;
    expect(refusal(409, { code: 'last-administrator', reason, detail })).toBe(
      'Das ist der einzige Administrator, der sich anmelden kann. Weisen Sie die Rolle Administrator zuerst jemand anderem zu.',
    );
    expect(refusal(409, { code: 'busy', reason: 'busy', detail: 'Never heard of.' })).toMatch(
      /^Der Server ist ausgelastet/,
    );
    expect(refusal(404, { code: 'not-found', title: 'Not Found' })).toBe('Das gibt es nicht mehr.');
    expect(refusal(418, { code: 'of-tomorrow', reason: 'of-tomorrow', detail: 'Brand new.' })).toBe(
      'Brand new.',
    );
  });

  it('fills in the parameters, also those that are texts themselves', () => {
    const lock = SETTING_TEXTS.byEnvironment({ variable: 'EMAIL__SENDEREMAIL' });
    const message = SETTING_TEXTS.undoLocked({ reason: lock });
    const { code: reason, params } = codeOf(message);
    expect(new Problem(409, { code: 'wrong-state', reason, params, detail: message.text }, '').message).toBe(
      'Die Einstellung kann nur dort geändert werden, wo sie jetzt festgelegt ist: {reason}'.replace(
        '{reason}',
        'Durch die Umgebungsvariable EMAIL__SENDEREMAIL festgelegt. Es kann nur dort geändert werden.',
      ),
    );
  });

  it('says a field by its rule and numbers, or by its code', () => {
    const errors = [
      { field: 'email', message: 'email must be an email address', rule: 'isMailbox' },
      { field: 'name', message: 'name must be…', rule: 'isLine', limits: { min: 2, max: 60 } },
      fieldError('roles', USER_TEXTS.roleReserved),
      { field: 'x', message: 'x is odd', rule: 'of-tomorrow' },
    ];
    expect(new Problem(400, { errors }, '').fields.map(({ message }) => message)).toEqual([
      'Geben Sie eine E-Mail-Adresse ein.',
      'Geben Sie 2 bis 60 Zeichen ein.',
      'Diese Rolle ist reserviert und kann nicht zugewiesen werden.',
      'x is odd',
    ]);
  });

  it('leaves the server’s own sentences in English, and says fields for people', async () => {
    await speak('en', USER_TEXTS.roleUnknown.text);
    const errors = [{ field: 'email', message: 'email must be an email address', rule: 'isMailbox' }];
    await vi.waitFor(() =>
      expect(new Problem(400, { errors }, '').fields[0]?.message).toBe('Enter an email address.'),
    );
    const { code: reason, text: detail } = USER_TEXTS.lastAdministrator;
    expect(new Problem(409, { code: 'last-administrator', reason, detail }, '').message).toBe(detail);
  });
});
