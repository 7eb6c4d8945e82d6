import type { Permission } from '@sitedesk/contract';
import { computed, type ComputedRef } from 'vue';
import { defineMessages, i18n } from '../app/i18n';

defineMessages('permissions', {
  en: {
    dashboard_view: 'Editor dashboard',
    pages_create: 'Create pages',
    pages_edit_all: 'Edit all pages',
    pages_edit_own: 'Edit own pages',
    pages_publish: 'Publish pages',
    pages_delete: 'Delete pages',
    layouts_manage: 'Manage layouts',
    templates_manage: 'Manage templates',
    files_manage: 'File manager (full)',
    files_read: 'File manager (read)',
    users_manage: 'Manage users',
    roles_manage: 'Manage roles',
    settings_manage: 'System settings',
    cdn_manage: 'CDN and storage config',
    email_manage: 'Email admin',
    contacts_manage: 'Contact management',
    audit_view: 'Audit log',
    authors_manage: 'Author profiles',
  },
  de: {
    dashboard_view: 'Redaktionsübersicht',
    pages_create: 'Seiten anlegen',
    pages_edit_all: 'Alle Seiten bearbeiten',
    pages_edit_own: 'Eigene Seiten bearbeiten',
    pages_publish: 'Seiten veröffentlichen',
    pages_delete: 'Seiten löschen',
    layouts_manage: 'Layouts verwalten',
    templates_manage: 'Vorlagen verwalten',
    files_manage: 'Dateien (voll)',
    files_read: 'Dateien (lesen)',
    users_manage: 'Benutzer verwalten',
    roles_manage: 'Rollen verwalten',
    settings_manage: 'Systemeinstellungen',
    cdn_manage: 'CDN und Speicher einrichten',
    email_manage: 'E-Mail verwalten',
    contacts_manage: 'Kontaktverwaltung',
    audit_view: 'Protokoll',
    authors_manage: 'Autorenprofile',
  },
});

/** What a permission is called in the person's language; the contract has it in the specification's words. */
export function usePermissionWords(): ComputedRef<(permission: Permission) => string> {
  const { t, locale } = i18n.global;
  return computed(() => {
    void locale.value; // words change with the language
    return (permission) => t(`permissions.${permission.replaceAll(/[.-]/g, '_')}`);
  });
}
