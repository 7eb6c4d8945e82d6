import { CONTACT_ERRORS, CONTACT_LIMITS, CONTACT_MESSAGES, nameLengthText } from './contact.js';

/** Languages in which visitors are answered on pages of the server's own. */
export const VISITOR_LANGUAGES = ['en', 'de'] as const;
export type VisitorLanguage = (typeof VISITOR_LANGUAGES)[number];

/** What the pages say that answer a form posted without the script. */
export interface VisitorTexts {
  readonly sentTitle: string;
  readonly sent: string;
  readonly back: string;
  readonly refusedTitle: string;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly send: string;
  readonly nameRequired: string;
  readonly nameLength: string;
  readonly invalidEmail: string;
  readonly messageLength: (max: number) => string;
  readonly tooLarge: string;
  readonly foreignPage: string;
  readonly tooManyRequests: (minutes: number) => string;
  readonly unavailable: string;
  /** What was typed is in the form that the browser's own way back leads to. */
  readonly goBack: string;
}

const { name, message } = CONTACT_LIMITS;

export const VISITOR_TEXTS: Readonly<Record<VisitorLanguage, VisitorTexts>> = {
  en: {
    sentTitle: 'Message sent',
    sent: CONTACT_MESSAGES.accepted,
    back: 'Back to the previous page',
    refusedTitle: 'Your message wasn’t sent',
    name: 'Name',
    email: 'Email',
    message: 'Message',
    send: 'Send',
    nameRequired: 'Enter your name.',
    nameLength: `Enter a name of ${name.min} to ${name.max} characters.`,
    invalidEmail: 'Enter a valid email address.',
    messageLength: (max) => `Write a message of ${message.min} to ${max} characters.`,
    tooLarge: 'The message is too long. Go back and shorten it.',
    foreignPage:
      'The form can only be sent from a page of this site. Go back, reload the page, and send it again.',
    tooManyRequests: (minutes) =>
      `Too many messages were sent. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    unavailable: 'The service isn’t available at the moment. Try again in a moment.',
    goBack: 'Use your browser’s Back button to return to the form. What you typed is still there.',
  },
  de: {
    sentTitle: 'Nachricht gesendet',
    sent: 'Vielen Dank für Ihre Nachricht. Wir melden uns bald bei Ihnen.',
    back: 'Zurück zur vorherigen Seite',
    refusedTitle: 'Ihre Nachricht wurde nicht gesendet',
    name: 'Name',
    email: 'E-Mail',
    message: 'Nachricht',
    send: 'Senden',
    nameRequired: 'Geben Sie Ihren Namen ein.',
    nameLength: `Geben Sie einen Namen mit ${name.min} bis ${name.max} Zeichen ein.`,
    invalidEmail: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    messageLength: (max) => `Schreiben Sie eine Nachricht mit ${message.min} bis ${max} Zeichen.`,
    tooLarge: 'Die Nachricht ist zu lang. Gehen Sie zurück und kürzen Sie sie.',
    foreignPage:
      'Das Formular kann nur von einer Seite dieser Website gesendet werden. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.',
    tooManyRequests: (minutes) =>
      `Es wurden zu viele Nachrichten gesendet. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
    unavailable: 'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
    goBack: 'Mit „Zurück“ in Ihrem Browser kommen Sie wieder zum Formular. Ihre Eingaben sind noch da.',
  },
};

/** The language among ours that a reader wants most: of a page's `lang`, or of an `Accept-Language`. */
export function visitorLanguage(...wishes: readonly (string | undefined)[]): VisitorLanguage {
  for (const wish of wishes.flatMap((each) => each?.split(',') ?? [])) {
    const [primary] = wish.trim().toLowerCase().split(/[-;]/);
    const known = VISITOR_LANGUAGES.find((language) => language === primary);
    if (known) return known;
  }
  return 'en';
}

/** The field that a failed validation is about, and what to do, in the visitor's language; undefined for other errors. */
export function fieldProblem(
  error: string,
  language: VisitorLanguage,
): { readonly field: 'name' | 'email' | 'message'; readonly problem: string } | undefined {
  const texts = VISITOR_TEXTS[language];
  if (error === CONTACT_ERRORS.nameRequired) return { field: 'name', problem: texts.nameRequired };
  if (error === nameLengthText()) return { field: 'name', problem: texts.nameLength };
  if (error === CONTACT_ERRORS.invalidEmail) return { field: 'email', problem: texts.invalidEmail };
  const max = /^Message must be between \d+ and (\d+) characters$/.exec(error)?.[1];
  return max === undefined ? undefined : { field: 'message', problem: texts.messageLength(Number(max)) };
}
