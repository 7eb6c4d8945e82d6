import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    pages: { 'identity-providers': 'Let people sign in with an account they have elsewhere.' },
    words: {
      signInProviders:
        'sso single sign-on oauth oidc openid google microsoft okta entra client id secret issuer',
    },
  },
  de: {
    pages: { 'identity-providers': 'Anmeldung mit einem Konto, das man anderswo schon hat.' },
    words: {
      signInProviders:
        'sso single sign-on oauth oidc openid google microsoft okta entra client-id geheimnis aussteller',
    },
  },
});
