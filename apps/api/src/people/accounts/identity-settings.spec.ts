import { SettingValues } from '../../platform/settings/setting-values.js';
import { readIdentitySettings } from './identity-settings.js';

const values = (settings: Readonly<Record<string, string>>): SettingValues =>
  new SettingValues(
    new Map(
      Object.entries(settings).map(([name, value]) => [`identity/${name}`, { value, source: 'database' }]),
    ),
  );

describe('settings of group Identity', () => {
  it('leave registration closed and the address open when nothing is set', () => {
    expect(readIdentitySettings(values({}))).toEqual({ editorUrl: undefined, allowRegistration: false });
  });

  it.each([
    ['https://editor.example.com', 'https://editor.example.com'],
    ['https://Editor.Example.com:8443/', 'https://editor.example.com:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('take %s as the address of the editor (ID-08)', (editorurl, expected) => {
    expect(readIdentitySettings(values({ editorurl })).editorUrl).toBe(expected);
  });

  it.each([
    'http://editor.example.com',
    'http://127.0.0.1.evil.test',
    'http://localhost.evil.test',
    'javascript:alert(1)',
    'ftp://editor.example.com',
    'https://user:secret@editor.example.com',
    'https://editor.example.com/path',
    'https://editor.example.com/?x=1',
    'https://editor.example.com/#x',
    'editor.example.com',
    '//editor.example.com',
  ])('refuse %s (ID-08)', (editorurl) => {
    expect(() => readIdentitySettings(values({ editorurl }))).toThrow('Identity/EditorUrl');
  });

  it.each(['yes', '1', ''])(
    'refuse "%s" as an answer to whether registration is allowed',
    (allowregistration) => {
      expect(() => readIdentitySettings(values({ allowregistration }))).toThrow('Identity/AllowRegistration');
    },
  );
});
