import { defineMessages } from '../../app/i18n';

defineMessages('setUp', {
  en: {
    title: 'Set up Sitedesk',
    text: 'Two short steps, and this site has its first administrator. No mail is needed.',
    step: 'Step {number} of {count}',
    codeTitle: 'Prove that it is your server',
    code: 'Set-up code',
    codeHelp: 'npm start printed it on the server’s terminal. “npm run admin -- setup-code” prints it again.',
    youTitle: 'The first administrator',
    name: 'Your name',
    email: 'Email address',
    password: 'Password',
    passwordHelp: 'Length matters most: four or more unrelated words are easy to remember.',
    finish: 'Create the administrator',
    closed: 'This site is set up already.',
    language: 'Language',
  },
  de: {
    title: 'Sitedesk einrichten',
    text: 'Zwei kurze Schritte, dann hat diese Website ihren ersten Administrator. Eine E-Mail ist nicht nötig.',
    step: 'Schritt {number} von {count}',
    codeTitle: 'Zeigen Sie, dass es Ihr Server ist',
    code: 'Einrichtungscode',
    codeHelp:
      '„npm start“ hat ihn auf dem Terminal des Servers ausgegeben. „npm run admin -- setup-code“ gibt ihn noch einmal aus.',
    youTitle: 'Der erste Administrator',
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    passwordHelp: 'Am meisten zählt die Länge: Vier oder mehr Wörter ohne Zusammenhang merken sich leicht.',
    finish: 'Administrator anlegen',
    closed: 'Diese Website ist schon eingerichtet.',
    language: 'Sprache',
  },
});
