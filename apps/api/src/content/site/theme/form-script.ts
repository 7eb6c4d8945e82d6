import { CONTACT_ERRORS, CONTACT_MESSAGES, nameLengthText } from '@sitedesk/contract/contact';

/** What the generated script says, as the beginning of a regular expression, and what it is in German. */
const GERMAN: Readonly<Record<string, string>> = {
  [CONTACT_MESSAGES.accepted]: 'Vielen Dank für Ihre Nachricht. Wir melden uns bald bei Ihnen.',
  [`${CONTACT_ERRORS.nameRequired}`]: 'Geben Sie Ihren Namen ein.',
  [nameLengthText()]: 'Geben Sie einen Namen mit 2 bis 100 Zeichen ein.',
  [CONTACT_ERRORS.invalidEmail]: 'Geben Sie eine gültige E-Mail-Adresse ein.',
  'Message must be between (\\d+) and (\\d+) characters':
    'Schreiben Sie eine Nachricht mit $1 bis $2 Zeichen.',
  'Too many requests.*in (\\d+) minutes': 'Zu viele Nachrichten. Versuchen Sie es in $1 Minuten noch einmal.',
  'Too many requests.*in (\\d+) seconds':
    'Zu viele Nachrichten. Versuchen Sie es in $1 Sekunden noch einmal.',
  'Too many requests': 'Zu viele Nachrichten. Versuchen Sie es später noch einmal.',
  'Please complete the CAPTCHA': 'Lösen Sie die Sicherheitsabfrage und senden Sie die Nachricht noch einmal.',
  'The CAPTCHA did not load':
    'Die Sicherheitsabfrage konnte nicht geladen werden. Versuchen Sie es noch einmal.',
  [CONTACT_MESSAGES.forgeryRefused]:
    'Diese Seite ist schon länger geöffnet. Laden Sie sie neu und versuchen Sie es noch einmal.',
  'The service is not available':
    'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es später noch einmal.',
  '(We are sorry|An unexpected error)':
    'Ihre Nachricht konnte nicht gesendet werden. Versuchen Sie es später noch einmal.',
};

/**
 * Joins the contact forms of a page to the generated script. A file of its own, because pages allow no inline script. As text,
 * because a function would change with the compiler, and so would the file's name.
 */
export const FORM_SCRIPT = `(() => {
  const words = { de: ${JSON.stringify(GERMAN)} };
  for (const form of document.querySelectorAll('form.contact-form')) {
    const status = form.querySelector('.form-status');
    const texts = words[form.dataset.language] || {};
    const say = (text) => {
      const known = Object.keys(texts).find((each) => new RegExp('^' + each).test(text));
      status.textContent = known ? text.replace(new RegExp('^' + known + '.*', 's'), texts[known]) : text;
    };
    if (!window.SiteContact) {
      say(status.dataset.unavailable || '');
      continue;
    }
    const done = ({ message, error }) => say(message === ${JSON.stringify(CONTACT_MESSAGES.validationFailed)} ? error : message);
    form.addEventListener('sitecontact:submit', () => say(status.dataset.sending));
    SiteContact.init(form, { onSuccess: done, onError: done });
    form.querySelector('.button').disabled = false;
  }
})();
`;
