import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Identity: 'Sign-in and accounts' },
    groupText: {
      Identity: 'Where people sign in, who can create an account, and who needs a second factor.',
    },
    Identity: {
      EditorUrl: 'Admin URL',
      EditorUrlHelp: 'Used for links in emails. Leave blank to use the site’s first hostname.',
      AllowRegistration: 'Allow public registration',
      AllowRegistrationHelp: 'New users can’t do anything until you assign them a role.',
      TwoFactorRequiredRoles: 'Roles that require a second factor',
      TwoFactorRequiredRolesHelp: 'People with these roles set one up the next time they sign in.',
    },
    words: {
      Identity: {
        EditorUrl: 'address link hostname editor administration',
        AllowRegistration: 'sign up signup self-service open accounts',
        TwoFactorRequiredRoles: '2fa mfa two-factor totp authenticator passkey security enforce',
      },
    },
  },
  de: {
    groups: { Identity: 'Anmeldung und Konten' },
    groupText: {
      Identity: 'Wo man sich anmeldet, wer ein Konto erstellen kann und wer einen zweiten Faktor braucht.',
    },
    Identity: {
      EditorUrl: 'URL der Verwaltung',
      EditorUrlHelp: 'Für Links in E-Mails. Leer lassen, um den ersten Hostnamen der Website zu verwenden.',
      AllowRegistration: 'Öffentliche Registrierung erlauben',
      AllowRegistrationHelp: 'Neue Benutzer können nichts tun, bis Sie ihnen eine Rolle zuweisen.',
      TwoFactorRequiredRoles: 'Rollen, die einen zweiten Faktor erfordern',
      TwoFactorRequiredRolesHelp: 'Wer eine dieser Rollen hat, richtet ihn bei der nächsten Anmeldung ein.',
    },
    words: {
      Identity: {
        EditorUrl: 'adresse link hostname verwaltung administration',
        AllowRegistration: 'registrieren selbst konto erstellen offen',
        TwoFactorRequiredRoles: '2fa mfa zwei-faktor totp authenticator passkey sicherheit erzwingen',
      },
    },
  },
});
