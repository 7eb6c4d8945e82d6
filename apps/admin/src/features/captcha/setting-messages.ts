import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { CAPTCHA: 'CAPTCHA' },
    pages: { captcha: 'Check that visitors are human before they can send a message.' },
    CAPTCHA: { Config: 'CAPTCHA provider', ConfigHelp: 'Which service checks visitors, if any.' },
    parts: {
      Provider: 'Provider',
      RequireCaptcha: 'Required',
      SiteKey: 'Site key',
      SecretKey: 'Secret key',
      ScriptUrl: 'Script URL',
      VerifyUrl: 'Verification URL',
      ScoreThreshold: 'Minimum score',
    },
    words: {
      CAPTCHA: {
        Config: 'spam bots human turnstile recaptcha hcaptcha protection',
        requireCaptcha: 'spam bots mandatory turn off enable disable',
        siteKey: 'public key credentials captchasitekey',
        secretKey: 'private key credentials password captchasecretkey',
        scoreThreshold: 'threshold sensitivity spam recaptcha v3',
      },
    },
    ContactApi: {
      RequireCaptcha: 'Require a CAPTCHA',
      RequireCaptchaHelp: 'Older way to set what’s on the CAPTCHA page.',
      CaptchaProvider: 'CAPTCHA provider',
      CaptchaProviderHelp: 'Older way to set what’s on the CAPTCHA page.',
      CaptchaSiteKey: 'CAPTCHA site key',
      CaptchaSiteKeyHelp: 'Public. Older way to set what’s on the CAPTCHA page.',
      CaptchaSecretKey: 'CAPTCHA secret key',
      CaptchaSecretKeyHelp: 'Older way to set what’s on the CAPTCHA page.',
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
    pages: { captcha: 'Prüfen, ob Besucher Menschen sind, bevor sie eine Nachricht senden können.' },
    CAPTCHA: { Config: 'CAPTCHA-Anbieter', ConfigHelp: 'Welcher Dienst Besucher prüft, falls überhaupt.' },
    parts: {
      Provider: 'Anbieter',
      RequireCaptcha: 'Erforderlich',
      SiteKey: 'Websiteschlüssel',
      SecretKey: 'Geheimer Schlüssel',
      ScriptUrl: 'Skript-URL',
      VerifyUrl: 'Prüf-URL',
      ScoreThreshold: 'Mindestwert',
    },
    words: {
      CAPTCHA: {
        Config: 'spam bots mensch turnstile recaptcha hcaptcha schutz',
        requireCaptcha: 'spam bots pflicht abschalten einschalten',
        siteKey: 'öffentlicher schlüssel zugangsdaten captchasitekey',
        secretKey: 'privater schlüssel zugangsdaten passwort captchasecretkey',
        scoreThreshold: 'schwelle empfindlichkeit spam recaptcha v3',
      },
    },
    ContactApi: {
      RequireCaptcha: 'CAPTCHA verlangen',
      RequireCaptchaHelp: 'Ältere Art, das festzulegen, was auf der CAPTCHA-Seite steht.',
      CaptchaProvider: 'CAPTCHA-Anbieter',
      CaptchaProviderHelp: 'Ältere Art, das festzulegen, was auf der CAPTCHA-Seite steht.',
      CaptchaSiteKey: 'CAPTCHA-Websiteschlüssel',
      CaptchaSiteKeyHelp: 'Öffentlich. Ältere Art, das festzulegen, was auf der CAPTCHA-Seite steht.',
      CaptchaSecretKey: 'Geheimer CAPTCHA-Schlüssel',
      CaptchaSecretKeyHelp: 'Ältere Art, das festzulegen, was auf der CAPTCHA-Seite steht.',
    },
    choices: { none: 'Keiner', captcha_widget: 'Widget', captcha_invisible: 'Unsichtbar' },
    choiceTexts: {
      none: 'Kein CAPTCHA. Ratenbegrenzung und Formular-Tokens schützen das Formular weiterhin.',
      captcha_widget: 'Ein Kontrollkästchen unter dem Formular, wie bei Cloudflare Turnstile.',
      captcha_invisible: 'Besucher sehen nichts. Der Anbieter bewertet jeden, wie bei reCAPTCHA v3.',
    },
  },
});
