import { defineMessages } from '../../app/i18n';
import '../../composables/email-messages';

defineMessages('setUp', {
  en: {
    title: 'Set up Sitedesk',
    progress: 'Steps',
    names: { code: 'Code', you: 'You', site: 'Site', email: 'Email', form: 'Form' },
    notReady: 'The server isn’t ready yet',
    notReadyText: 'The database is probably still starting. Retrying automatically.',
    codeTitle: 'Enter your setup code',
    codeText: 'Five short steps. You only need to create the account now. The rest can wait.',
    code: 'Setup code',
    codeHelp: 'Find it where you ran “npm start”. To show it again, run “npm run admin -- setup-code”.',
    youTitle: 'Create your administrator account',
    youText: 'You can sign in right away. No email confirmation needed.',
    emailHelp: 'You’ll sign in with this.',
    createAdministrator: 'Create administrator',
    saveNext: 'Save and continue',
    skip: 'Skip',
    skipAll: 'Finish later',
    later: 'Later',
    secureNow: 'Secure my account',
    titles: {
      site: 'Your site',
      email: 'Set up email',
      form: 'Contact form',
      security: 'One last thing: secure your account',
    },
    texts: {
      site: 'Its name and where people find it.',
      email: 'Without an email provider, messages are stored but nobody gets notified.',
      form: 'Choose who gets notified, and add the form to your first page.',
      security:
        'This account has full access. A second factor protects it even if someone learns your password.',
    },
    editorUrlHelp: 'Links in emails point here. Leave blank to use https:// and the domain above.',
    ways: { paste: 'Connection string or key', smtp: 'Mail server (SMTP)', none: 'No email yet' },
    wayTexts: {
      paste: 'Paste what your provider gave you. We’ll detect the provider.',
      smtp: 'Host, port, user and password.',
      none: 'Messages wait in the inbox. The home page will remind you.',
    },
    emailMissing: 'Enter your email provider’s details, or choose “No email yet”.',
    adminEmail: 'Send notifications to',
    captcha: 'CAPTCHA',
    captchaHelp: 'You’ll need keys from a provider. You can turn it on later.',
    snippet: 'Add this to a page',
    waitingForLoad: 'Waiting for a page to load the script…',
    loaded: 'Loaded by {page}',
    factors: {
      passkey: {
        title: 'Passkey',
        text: 'Fingerprint, face or security key. Nothing to type and nothing to steal.',
      },
      totp: { title: 'Authenticator app', text: 'A six-digit code from your phone after the password.' },
      codes: { title: 'Recovery codes', text: 'Included with both, in case you lose your device.' },
    },
  },
  de: {
    title: 'Sitedesk einrichten',
    progress: 'Schritte',
    names: { code: 'Code', you: 'Sie', site: 'Website', email: 'E-Mail', form: 'Formular' },
    notReady: 'Der Server ist noch nicht bereit',
    notReadyText: 'Die Datenbank startet vermutlich noch. Wird automatisch wiederholt.',
    codeTitle: 'Einrichtungscode eingeben',
    codeText: 'Fünf kurze Schritte. Nur das Konto müssen Sie jetzt anlegen, der Rest kann warten.',
    code: 'Einrichtungscode',
    codeHelp:
      'Er wurde dort ausgegeben, wo Sie „npm start“ ausgeführt haben. Mit „npm run admin -- setup-code“ zeigen Sie ihn erneut an.',
    youTitle: 'Administratorkonto anlegen',
    youText: 'Sie können sich sofort anmelden. Eine Bestätigung per E-Mail ist nicht nötig.',
    emailHelp: 'Damit melden Sie sich an.',
    createAdministrator: 'Administrator anlegen',
    saveNext: 'Speichern und weiter',
    skip: 'Überspringen',
    skipAll: 'Später abschließen',
    later: 'Später',
    secureNow: 'Mein Konto schützen',
    titles: {
      site: 'Ihre Website',
      email: 'E-Mail einrichten',
      form: 'Kontaktformular',
      security: 'Zum Schluss: Konto schützen',
    },
    texts: {
      site: 'Wie sie heißt und wo sie zu finden ist.',
      email: 'Ohne E-Mail-Anbieter werden Nachrichten gespeichert, aber niemand wird benachrichtigt.',
      form: 'Legen Sie fest, wer benachrichtigt wird, und bauen Sie das Formular in die erste Seite ein.',
      security:
        'Dieses Konto hat vollen Zugriff. Ein zweiter Faktor schützt es auch dann, wenn jemand Ihr Passwort erfährt.',
    },
    editorUrlHelp:
      'Links in E-Mails führen dorthin. Leer lassen, um https:// und die Domain oben zu verwenden.',
    ways: {
      paste: 'Verbindungszeichenfolge oder Schlüssel',
      smtp: 'Mailserver (SMTP)',
      none: 'Noch keine E-Mail',
    },
    wayTexts: {
      paste:
        'Fügen Sie ein, was Sie von Ihrem Anbieter erhalten haben. Der Anbieter wird automatisch erkannt.',
      smtp: 'Host, Port, Benutzer und Passwort.',
      none: 'Nachrichten warten im Posteingang. Die Startseite erinnert Sie daran.',
    },
    emailMissing: 'Geben Sie die Daten Ihres E-Mail-Anbieters ein oder wählen Sie „Noch keine E-Mail“.',
    adminEmail: 'Benachrichtigungen senden an',
    captcha: 'CAPTCHA',
    captchaHelp: 'Sie benötigen dafür Schlüssel eines Anbieters. Es lässt sich auch später aktivieren.',
    snippet: 'In eine Seite einbauen',
    waitingForLoad: 'Warten, bis eine Seite das Skript lädt…',
    loaded: 'Geladen von {page}',
    factors: {
      passkey: {
        title: 'Passkey',
        text: 'Fingerabdruck, Gesicht oder Sicherheitsschlüssel. Nichts einzutippen und nichts zu stehlen.',
      },
      totp: {
        title: 'Authenticator-App',
        text: 'Ein sechsstelliger Code von Ihrem Smartphone nach dem Passwort.',
      },
      codes: {
        title: 'Wiederherstellungscodes',
        text: 'In beiden Fällen enthalten, falls Sie Ihr Gerät verlieren.',
      },
    },
  },
});
