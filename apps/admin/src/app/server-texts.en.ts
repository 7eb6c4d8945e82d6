import type { RuleLimits } from '@sitedesk/contract/field-rules';
import type { PlatformProblemCode } from '@sitedesk/contract/problems';
import '../composables/setting-messages';
import type { GeneralTexts } from './server-texts';

const length = ({ min = 0, max = 0 }: RuleLimits): string =>
  min > 0 ? `Enter ${min} to ${max} characters.` : `Enter at most ${max} characters.`;

/** The server speaks English: its own texts stay, and only rules that name fields have their own texts. */
export const texts: GeneralTexts = {
  rules: {
    isLine: length,
    isText: length,
    isMailbox: 'Enter an email address.',
    isTypedSecret: 'Enter a value that isn’t too long.',
    isId: 'Choose one from the list.',
    isInstant: 'Enter a date and time.',
    isDay: 'Enter a date.',
    isPageLimit: ({ min = 1, max = 0 }) => `Enter a whole number from ${min} to ${max}.`,
    isTimeZone: 'Enter a time zone, such as Europe/Zurich.',
    isCursor: 'The list has changed. Reload it.',
    isWebAddress: 'Enter a URL that starts with https:// or http://.',
    isBrowserAnswer: 'We couldn’t read your browser’s response. Start again.',
    isRoleKey: 'This role doesn’t exist.',
    isColumns: 'Choose from the available columns.',
    isSettingValues: 'Some of these settings don’t exist.',
    isSettingName: 'This setting doesn’t exist.',
    isIn: 'Choose one of the options.',
    isBoolean: 'Choose yes or no.',
    isArray: 'Enter a list.',
    isInt: 'Enter a whole number.',
    isNumber: 'Enter a number.',
    isObject: 'This has the wrong format.',
    min: 'This number is too small.',
    max: 'This number is too large.',
    matches: 'This has the wrong format.',
    arrayMaxSize: 'That’s too many.',
    arrayMinSize: 'Choose at least one.',
    arrayNotEmpty: 'Choose at least one.',
    arrayUnique: 'Each entry can only appear once.',
    nestedValidation: 'This has the wrong format.',
    whitelistValidation: 'This isn’t a known field.',
  },
  messages: {
    'not-found': 'This no longer exists.',
    'too-large': 'That’s too large to send.',
    'too-many-requests': 'Too many attempts. Wait a moment, then try again.',
    failed:
      'Something went wrong on the server. Try again. If it keeps happening, give your server operator the request number.',
    unavailable: 'The server isn’t ready. Try again in a moment.',
  } satisfies Partial<Record<PlatformProblemCode, string>>,
};
