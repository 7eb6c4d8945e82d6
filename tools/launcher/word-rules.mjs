/**
 * The worst of the wrong words, with the right one. The whole list stands in CONTRIBUTING.md; here is what a pattern can
 * find without false alarms.
 * @typedef {{ readonly wrong: RegExp, readonly right: string }} WordRule
 */

/** In prose: texts, comments, docs. @type {readonly WordRule[]} */
export const TEXT_RULES = [
  { wrong: /(?<![-\w])mails\b/gi, right: 'emails' },
  {
    wrong: /\b(?:an?|the|this|every|each|no|one|test) mail\b(?!\s(?:app|catcher|host|program|server))/gi,
    right: 'email',
  },
  { wrong: /\bmail (?:provider|settings)\b/gi, right: 'email provider, email settings' },
  { wrong: /\b(?:somebody|anybody|everybody)\b/gi, right: 'someone, anyone, everyone' },
  { wrong: /\bwhoever\b/gi, right: 'anyone who' },
  { wrong: /\b(?:any more|for ever)\b/gi, right: 'anymore or no longer, permanently' },
  { wrong: /\bby itself\b/gi, right: 'automatically' },
  { wrong: /\b(?:given|assigned) by hand\b/gi, right: 'assigned manually' },
  { wrong: /\b(?:meanwhile|anew)\b/gi, right: 'in the meantime, again' },
  { wrong: /\bset-up (?:code|page)\b/gi, right: 'setup code, setup page' },
  { wrong: /\bcounts? as not set\b/gi, right: 'is treated as unset' },
];

/** Names that were replaced everywhere. */
const OLD_NAMES = {
  WaysIn: 'SignInMethods',
  LiveNews: 'LiveEvents',
  OwnPageGuard: 'SameOriginGuard',
  Doorkeeper: 'HttpAuthHandlers',
  FormSightings: 'FormUsage',
  StatusLook: 'StatusStyle',
  requireSound: 'validate',
  BuiltInRoleStays: 'BuiltInRoleImmutable',
  ChangedMeanwhile: 'VersionConflict',
  AccountMail: 'AccountEmail',
  wordsFor: 'errorText',
  useAskedFor: 'useRequestedAction',
};

/** In code: names that must not come back. @type {readonly WordRule[]} */
export const NAME_RULES = Object.entries(OLD_NAMES).map(([name, right]) => ({
  wrong: new RegExp(`\\b${name}\\w*`, 'g'),
  right,
}));

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|<!--[\s\S]*?-->/gm;
/** A string or template literal that holds a sentence rather than an identifier. */
const SENTENCE = /'(?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)* (?:[^`\\]|\\.)*`/g;

/**
 * Only the prose of a source file, its comments and sentences, at their places.
 * @param {string} source
 */
export function proseOf(source) {
  let prose = blank(source);
  const put = (/** @type {string} */ text, /** @type {number} */ index) => {
    prose = prose.slice(0, index) + text + prose.slice(index + text.length);
  };
  const code = source.replace(COMMENT, (comment, /** @type {number} */ index) => {
    put(comment, index);
    return blank(comment);
  });
  for (const { 0: sentence, index } of code.matchAll(SENTENCE)) put(sentence, index);
  return prose;
}

/** @param {string} text */
const blank = (text) => text.replace(/[^\n]/g, ' ');

/**
 * One sentence for each wrong word.
 * @param {string} file
 * @param {string} text
 * @param {readonly WordRule[]} rules
 * @returns {readonly string[]}
 */
export function wrongWords(file, text, rules) {
  return rules.flatMap(({ wrong, right }) =>
    [...text.matchAll(wrong)].map(({ 0: word, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line}: "${word}" is not our word; write: ${right}. See CONTRIBUTING.md.`;
    }),
  );
}
