import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { CAPTCHA: 'CAPTCHA' },
    groupText: { CAPTCHA: 'Check that visitors are human.' },
    CAPTCHA: { Config: 'CAPTCHA', ConfigHelp: 'Provider, keys, and whether it’s required.' },
    ContactApi: {
      RequireCaptcha: 'Require a CAPTCHA',
      RequireCaptchaHelp: 'Only used while the CAPTCHA page isn’t set up.',
      CaptchaProvider: 'CAPTCHA provider',
      CaptchaProviderHelp: 'Only used while the CAPTCHA page isn’t set up.',
      CaptchaSiteKey: 'CAPTCHA site key',
      CaptchaSiteKeyHelp: 'Public. Only used while the CAPTCHA page isn’t set up.',
      CaptchaSecretKey: 'CAPTCHA secret key',
      CaptchaSecretKeyHelp: 'Only used while the CAPTCHA page isn’t set up.',
    },
    choices: { none: 'None', captcha_widget: 'Widget', captcha_invisible: 'Invisible' },
    choiceTexts: {
      none: 'No CAPTCHA. Rate limiting and form tokens still protect the form.',
      captcha_widget: 'A checkbox below the form, like Cloudflare Turnstile.',
      captcha_invisible: 'Visitors see nothing. The provider scores each one, like reCAPTCHA v3.',
    },
  },
  de: {
    groups: { CAPTCHA: 'CAPTCHA' },
    groupText: { CAPTCHA: 'Prüfen, ob Besucher Menschen sind.' },
    CAPTCHA: { Config: 'CAPTCHA', ConfigHelp: 'Anbieter, Schlüssel und ob es erforderlich ist.' },
    ContactApi: {
      RequireCaptcha: 'CAPTCHA verlangen',
      RequireCaptchaHelp: 'Gilt nur, solange die CAPTCHA-Seite nicht eingerichtet ist.',
      CaptchaProvider: 'CAPTCHA-Anbieter',
      CaptchaProviderHelp: 'Gilt nur, solange die CAPTCHA-Seite nicht eingerichtet ist.',
      CaptchaSiteKey: 'CAPTCHA-Websiteschlüssel',
      CaptchaSiteKeyHelp: 'Öffentlich. Gilt nur, solange die CAPTCHA-Seite nicht eingerichtet ist.',
      CaptchaSecretKey: 'Geheimer CAPTCHA-Schlüssel',
      CaptchaSecretKeyHelp: 'Gilt nur, solange die CAPTCHA-Seite nicht eingerichtet ist.',
    },
    choices: { none: 'Keiner', captcha_widget: 'Widget', captcha_invisible: 'Unsichtbar' },
    choiceTexts: {
      none: 'Kein CAPTCHA. Ratenbegrenzung und Formular-Tokens schützen das Formular weiterhin.',
      captcha_widget: 'Ein Kontrollkästchen unter dem Formular, wie bei Cloudflare Turnstile.',
      captcha_invisible: 'Besucher sehen nichts. Der Anbieter bewertet jeden, wie bei reCAPTCHA v3.',
    },
  },
});
