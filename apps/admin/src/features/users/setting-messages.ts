import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Identity: 'Sign-in' },
    groupText: { Identity: 'Sign-in and accounts.' },
    Identity: {
      EditorUrl: 'Admin URL',
      EditorUrlHelp: 'Used for links in emails. Leave blank to use the site’s first hostname.',
      AllowRegistration: 'Allow public registration',
      AllowRegistrationHelp: 'New users can’t do anything until you assign them a role.',
      TwoFactorRequiredRoles: 'Roles that require a second factor',
      TwoFactorRequiredRolesHelp: 'Separate role names with commas, for example: Administrator, Editor.',
    },
  },
  de: {
    groups: { Identity: 'Anmeldung' },
    groupText: { Identity: 'Anmeldung und Konten.' },
    Identity: {
      EditorUrl: 'URL der Verwaltung',
      EditorUrlHelp: 'Für Links in E-Mails. Leer lassen, um den ersten Hostnamen der Website zu verwenden.',
      AllowRegistration: 'Öffentliche Registrierung erlauben',
      AllowRegistrationHelp: 'Neue Benutzer können nichts tun, bis Sie ihnen eine Rolle zuweisen.',
      TwoFactorRequiredRoles: 'Rollen, die einen zweiten Faktor erfordern',
      TwoFactorRequiredRolesHelp: 'Rollennamen durch Kommas trennen, z. B. Administrator, Editor.',
    },
  },
});
