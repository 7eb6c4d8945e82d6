import {
  CONTACT_ERRORS,
  CONTACT_LIMITS,
  CONTACT_MESSAGES,
  type ContactResult,
  nameLengthText,
} from './contact.js';

/** Languages in which visitors are answered. English is the contract's own, unless a page asks for another. */
export const VISITOR_LANGUAGES = ['en', 'de'] as const;
export type VisitorLanguage = (typeof VISITOR_LANGUAGES)[number];

/** What visitors read: on the pages that answer a form posted without the script, and in answers to a script in their language. */
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
  readonly captchaFailed: string;
  readonly deliveryFailed: string;
  readonly pageTooOld: string;
  readonly unexpected: string;
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
    captchaFailed: CONTACT_MESSAGES.captchaFailed,
    deliveryFailed: CONTACT_MESSAGES.deliveryFailed,
    pageTooOld: CONTACT_MESSAGES.forgeryRefused,
    unexpected: CONTACT_MESSAGES.unexpected,
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
    captchaFailed: 'Die Nachricht konnte leider nicht geprüft werden. Versuchen Sie es noch einmal.',
    deliveryFailed: 'Die Nachricht konnte leider nicht gesendet werden. Versuchen Sie es später noch einmal.',
    pageTooOld: 'Diese Seite ist schon länger geöffnet. Laden Sie sie neu und versuchen Sie es noch einmal.',
    unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Versuchen Sie es später noch einmal.',
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

const SECONDS_PER_MINUTE = 60;

/**
 * The result with its message in the language that a page has asked for; `error` is the contract's in any case.
 * @param waitSeconds until another message is taken, for one over the limit
 */
export function visitorResult(
  result: ContactResult,
  language: VisitorLanguage,
  waitSeconds = 0,
): ContactResult {
  if (language === 'en') return result;
  const texts = VISITOR_TEXTS[language];
  const { success, error } = result;
  if (success) return { ...result, message: texts.sent };
  const messages: Readonly<Record<string, string>> = {
    [CONTACT_ERRORS.rateLimit]: texts.tooManyRequests(Math.ceil(waitSeconds / SECONDS_PER_MINUTE)),
    [CONTACT_ERRORS.captchaFailed]: texts.captchaFailed,
    [CONTACT_ERRORS.deliveryFailed]: texts.deliveryFailed,
    [CONTACT_ERRORS.forgery]: texts.pageTooOld,
    [CONTACT_ERRORS.unavailable]: texts.unavailable,
  };
  const message = messages[error ?? ''] ?? fieldProblem(error ?? '', language)?.problem ?? texts.unexpected;
  return { ...result, message };
}
