import { beforeAll, describe, expect, it } from 'vitest';
import '../../composables/setting-messages';
import './messages';
import { type Findable, findSettings } from './search';
import { partWords, shownWords } from './shown-value';

const TEXT = { kind: 'text', range: null } as const;

describe('what is shown of a value', () => {
  it('is never a secret, only that there is one, in the words of the page (UX-29)', () => {
    const parts = { kind: 'smtp', host: 'mail.site.test', password: { isSet: true, updatedAt: null } };
    expect(partWords(parts)).toBe('Provider: Mail server (SMTP) · Host: mail.site.test · Password: Set');
    expect(shownWords(TEXT, { value: null, isSet: true, parts: null })).toBe('Set');
  });

  it('leaves out what is empty, and says what is not set', () => {
    expect(
      partWords({
        Provider: 'captcha_widget',
        ScriptUrl: null,
        RequireCaptcha: true,
        SecretKey: { isSet: false, updatedAt: null },
      }),
    ).toBe('Provider: Widget · Required: Yes');
    expect(shownWords(TEXT, { value: null, isSet: false, parts: null })).toBe('not set');
    expect(shownWords(TEXT, { value: 'a@b.test', isSet: true, parts: null })).toBe('a@b.test');
  });

  it('has its unit, its switch and its roles', () => {
    const range = { min: 1, max: 9, unit: 'hours' } as const;
    const set = (value: string) => ({ value, isSet: true, parts: null });
    expect(shownWords({ kind: 'integer', range }, set('8'))).toBe('8 hours');
    expect(shownWords({ kind: 'flag', range: null }, set('False'))).toBe('Off');
    const roles = [{ id: '0196', name: 'Night desk' }];
    expect(shownWords({ kind: 'roles', range: null }, set('editor, 0196'), roles)).toBe('editor, Night desk');
  });
});

describe('the search for a setting', () => {
  let all: readonly Findable[];
  beforeAll(() => {
    all = [
      {
        id: 'ContactApi.AdminEmail',
        label: 'Empfänger der Benachrichtigungen',
        help: 'Leer lassen, um die Absenderadresse zu verwenden.',
        place: 'Kontaktformular',
        synonyms: 'inhaber',
        to: '',
      },
      { id: 'EMAIL.SenderEmail', label: 'Absenderadresse', help: '', place: 'E-Mail', synonyms: '', to: '' },
    ];
  });
  const found = (term: string): readonly string[] => findSettings(all, term).map(({ id }) => id);

  it.each([
    'benachrichtigungen',
    'Empfänger',
    'inhaber',
    'kontakt empf',
    'ContactApi/Admin',
    'contactapi__adminemail',
  ])('finds it by “%s”', (term) => expect(found(term)).toEqual(['ContactApi.AdminEmail']));

  it('puts first what is called so', () => {
    expect(found('absenderadresse')).toEqual(['EMAIL.SenderEmail', 'ContactApi.AdminEmail']);
  });

  it.each(['', 'smtp', 'empfänger smtp'])('finds nothing by “%s”', (term) => expect(found(term)).toEqual([]));
});
