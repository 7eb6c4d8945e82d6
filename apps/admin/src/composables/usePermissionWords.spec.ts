import { PERMISSION_MATRIX } from '@sitedesk/contract';
import { describe, expect, it } from 'vitest';
import { i18n } from '../app/i18n';
import { usePermissionWords } from './usePermissionWords';

describe('the words for permissions', () => {
  it('are the specification’s own in English, for every row of the matrix', () => {
    i18n.global.locale.value = 'en';
    const words = usePermissionWords();
    expect(PERMISSION_MATRIX.map(({ permission }) => words.value(permission))).toEqual(
      PERMISSION_MATRIX.map(({ feature }) => feature),
    );
  });

  it('are all there in German', () => {
    i18n.global.locale.value = 'de';
    const words = usePermissionWords();
    for (const { permission } of PERMISSION_MATRIX)
      expect(words.value(permission)).not.toMatch(/^permissions\./);
    i18n.global.locale.value = 'en';
  });
});
