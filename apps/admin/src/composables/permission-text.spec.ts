import { PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import { afterEach, expect, it } from 'vitest';
import { i18n } from '../app/i18n';
import { permissionText } from './permission-text';

afterEach(() => void (i18n.global.locale.value = 'en'));

it('calls a permission in English as refusals and documentation do, in German by its German name', () => {
  expect(PERMISSION_MATRIX.map(({ permission }) => permissionText(permission))).toEqual(
    PERMISSION_MATRIX.map(({ feature }) => feature),
  );
  i18n.global.locale.value = 'de';
  expect(permissionText('contacts.manage')).toBe('Nachrichten und Kontakte verwalten');
});
