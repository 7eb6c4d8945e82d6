import { type Permission, PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import { i18n } from '../app/i18n';

/** English stands in the contract, so that pages, refusals and documentation call a permission the same. */
const GERMAN: Readonly<Record<Permission, string>> = {
  'dashboard.view': 'Dashboard',
  'pages.create': 'Seiten erstellen',
  'pages.edit-all': 'Alle Seiten bearbeiten',
  'pages.edit-own': 'Eigene Seiten bearbeiten',
  'pages.publish': 'Seiten veröffentlichen',
  'pages.delete': 'Seiten löschen',
  'layouts.manage': 'Layouts verwalten',
  'templates.manage': 'Vorlagen verwalten',
  'files.manage': 'Dateien verwalten',
  'files.read': 'Dateien ansehen',
  'users.manage': 'Benutzer verwalten',
  'roles.manage': 'Rollen verwalten',
  'settings.manage': 'Systemeinstellungen',
  'cdn.manage': 'CDN und Speicher konfigurieren',
  'email.manage': 'E-Mail verwalten',
  'contacts.manage': 'Nachrichten und Kontakte verwalten',
  'audit.view': 'Audit-Protokoll',
  'authors.manage': 'Autorenprofile',
  'pages.view': 'Seiten ansehen',
  'pages.review': 'Seiten prüfen',
  'deployments.manage': 'Anwendungen bereitstellen',
  'ai.use': 'KI verwenden',
  'import.run': 'Dokumente importieren',
  'webhooks.manage': 'Webhooks verwalten',
  'pages.html': 'HTML in Seiten schreiben',
};

/** What a permission is called in the person's language. */
export function permissionText(permission: Permission): string {
  if (i18n.global.locale.value === 'de') return GERMAN[permission];
  return PERMISSION_MATRIX.find((row) => row.permission === permission)?.feature ?? permission;
}
