import { SECRET_MASK, type SettingGroupView, type SettingPart } from '@sitedesk/contract/settings';
import { describe, expect, it } from 'vitest';
import { CAPTCHA_SHAPE, secretOf } from './captcha-state';

const viewOf = (parts: Readonly<Record<string, SettingPart>> | null): SettingGroupView => ({
  group: 'CAPTCHA',
  version: 3,
  entries: [
    {
      group: 'CAPTCHA',
      name: 'Config',
      id: null,
      labelKey: '',
      description: '',
      kind: 'captcha',
      choices: null,
      range: null,
      legacy: false,
      defaultValue: null,
      value: null,
      parts,
      source: 'database',
      variable: null,
      secret: { isSet: parts !== null, updatedAt: null },
      locked: null,
      lockedCode: null,
      shadowed: false,
      problem: null,
      problemCode: null,
      updatedAt: '2026-05-03T10:00:00.000Z',
    },
  ],
});

const STORED = {
  Provider: 'captcha_invisible',
  SiteKey: 'site',
  SecretKey: { isSet: true, updatedAt: null },
  RequireCaptcha: true,
  ScoreThreshold: 0.7,
} as const;

const sent = (state: ReturnType<typeof CAPTCHA_SHAPE.read>): unknown =>
  JSON.parse(CAPTCHA_SHAPE.write(state, CAPTCHA_SHAPE.empty)['Config'] ?? '');

describe('the CAPTCHA’s settings as a form', () => {
  it('reads what is stored; of the secret key only that it is set, and since when', () => {
    const view = viewOf(STORED);
    expect(CAPTCHA_SHAPE.read(view)).toMatchObject({
      provider: 'captcha_invisible',
      siteKey: 'site',
      secretKey: SECRET_MASK,
      requireCaptcha: true,
      scoreThreshold: '0.7',
    });
    expect(secretOf(view)).toEqual({ isSet: true, updatedAt: '2026-05-03T10:00:00.000Z' });
    expect(CAPTCHA_SHAPE.read(viewOf(null))).toEqual(CAPTCHA_SHAPE.empty);
  });

  it('leaves a secret key that stays out of what it sends, and sends an empty one that goes (S-01)', () => {
    const state = CAPTCHA_SHAPE.read(viewOf(STORED));
    expect(sent(state)).not.toHaveProperty('SecretKey');
    expect(sent({ ...state, secretKey: '' })).toHaveProperty('SecretKey', '');
    expect(sent({ ...state, secretKey: ' new ' })).toHaveProperty('SecretKey', 'new');
  });

  it('requires nothing while there is no provider, and takes a comma for a point', () => {
    const state = CAPTCHA_SHAPE.read(viewOf(STORED));
    expect(sent({ ...state, provider: 'none' })).toMatchObject({ Provider: 'none', RequireCaptcha: false });
    expect(sent({ ...state, scoreThreshold: '0,4' })).toHaveProperty('ScoreThreshold', 0.4);
    expect(sent({ ...state, scoreThreshold: 'much' })).toHaveProperty('ScoreThreshold', 'much');
  });

  it('knows which field the server means', () => {
    expect(CAPTCHA_SHAPE.fieldOf?.('Config.SecretKey')).toBe('secretKey');
  });
});
