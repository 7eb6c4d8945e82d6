import { SECRET_MASK } from '@sitedesk/contract/settings';
import { describe, expect, it } from 'vitest';
import { bodyOf, EMPTY_FIELDS, fieldsOf } from './providers.api';

describe('the form of a sign-in provider', () => {
  it('sends a secret only when one was typed, and null to remove it', () => {
    expect(bodyOf({ ...EMPTY_FIELDS, clientSecret: SECRET_MASK })).not.toHaveProperty('clientSecret');
    expect(bodyOf({ ...EMPTY_FIELDS, clientSecret: 'new' })).toMatchObject({ clientSecret: 'new' });
    expect(bodyOf({ ...EMPTY_FIELDS, clientSecret: '' })).toMatchObject({ clientSecret: null });
  });

  it('splits scopes, leaves out empty lines, and sends null for what is not set', () => {
    const mappings = [
      { groupId: 'g-1', role: 'Editor' },
      { groupId: ' ', role: 'Author' },
    ];
    expect(bodyOf({ ...EMPTY_FIELDS, scopes: ' a, b  c', mappings })).toMatchObject({
      scopes: ['a', 'b', 'c'],
      groupClaim: null,
      directoryUrl: null,
      mappings: [{ groupId: 'g-1', role: 'Editor' }],
    });
  });

  it('shows what is stored, and never a secret', () => {
    const fields = fieldsOf({
      id: '1',
      preset: 'custom',
      name: 'Directory',
      issuer: 'https://id.example',
      clientId: 'c',
      clientSecret: { isSet: true },
      scopes: ['a', 'b'],
      groupClaim: null,
      directoryUrl: null,
      allowSignUp: true,
      enabled: false,
      mappings: [],
      redirectUri: null,
    });
    expect(fields).toMatchObject({
      scopes: 'a b',
      groupClaim: '',
      clientSecret: SECRET_MASK,
      enabled: false,
    });
  });
});
