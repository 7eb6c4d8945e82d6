import { isEmail, registerDecorator } from 'class-validator';
import { CONTACT_ERRORS, CONTACT_LIMITS, messageLengthText, nameLengthText } from './contact.js';

/** White space and characters without width that a visitor does not see at the ends of a field. */
const ENDS = /^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/gu;
/** Not allowed in anything that is shown on one line: control characters, line and paragraph separators, bidirectional overrides. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
export const FORBIDDEN = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const encoder = new TextEncoder();
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Of the fields in their order. */
const rules: FieldRule[] = [];

/** A visitor's message as the API takes it (specification 2.1): normalised on construction, then validated. */
export class SubmitContactDto {
  @IsContactName()
  readonly name: unknown;

  @IsContactEmail()
  readonly email: unknown;

  @IsContactMessage()
  readonly message: unknown;

  readonly captchaToken: unknown;

  /**
   * @param body the parsed JSON; anything may be in it
   * @param maxMessageLength the tenant's MaxMessageLength, in characters
   */
  constructor(
    body: Readonly<Record<string, unknown>>,
    readonly maxMessageLength: number = CONTACT_LIMITS.message.max,
  ) {
    this.name = normaliseLine(own(body, 'name'));
    this.email = normaliseLine(own(body, 'email'));
    this.message = normaliseText(own(body, 'message'));
    this.captchaToken = own(body, 'captchaToken');
  }
}

/** A {@link SubmitContactDto} that passed validation. */
export interface ContactSubmissionInput {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly captchaToken: string | undefined;
}

/** Length in code points, the unit of every limit. */
export function characters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

const own = (body: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.prototype.hasOwnProperty.call(body, key) ? body[key] : undefined;

/** A line as it is stored: NFC, lone surrogates replaced, nothing invisible at its ends. */
export function normaliseLine(value: unknown): unknown {
  if (typeof value !== 'string' || PLAIN.test(value)) return value;
  return wellFormed(value).normalize('NFC').replace(ENDS, '');
}

/** Line ends become LF; the text is otherwise stored as sent. */
function normaliseText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return wellFormed(value).normalize('NFC').replace(/\r\n?/g, '\n');
}

/** A lone surrogate is no character: U+FFFD takes its place. */
const wellFormed = (text: string): string =>
  text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');

function isName(value: unknown): boolean {
  if (typeof value !== 'string' || FORBIDDEN.test(value)) return false;
  const length = characters(value);
  return length >= CONTACT_LIMITS.name.min && length <= CONTACT_LIMITS.name.max;
}

/** Missing and empty have a text of their own (specification 7). */
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * An address that a real mailbox can have: what `validator` accepts, less quoted local parts, control characters and
 * anything over 254 octets.
 */
export function isMailbox(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > CONTACT_LIMITS.emailOctets) return false;
  if (value.startsWith('"') || FORBIDDEN.test(value)) return false;
  return encoder.encode(value).length <= CONTACT_LIMITS.emailOctets && isEmail(value);
}

function isMessage(value: unknown, max: number): boolean {
  if (typeof value !== 'string' || value.includes('\0')) return false;
  const length = characters(value.replace(ENDS, ''));
  return length >= CONTACT_LIMITS.message.min && length <= max;
}

function IsContactName() {
  return rule('isContactName', isName, (value) =>
    isMissing(value) ? CONTACT_ERRORS.nameRequired : nameLengthText(),
  );
}

function IsContactEmail() {
  return rule('isContactEmail', isMailbox, () => CONTACT_ERRORS.invalidEmail);
}

function IsContactMessage() {
  return rule(
    'isContactMessage',
    (value, { maxMessageLength }) => isMessage(value, maxMessageLength),
    (_value, { maxMessageLength }) => messageLengthText(maxMessageLength),
  );
}

type Field = 'name' | 'email' | 'message';

interface FieldRule {
  readonly field: Field;
  readonly isValid: (value: unknown, dto: SubmitContactDto) => boolean;
  readonly text: (value: unknown, dto: SubmitContactDto) => string;
}

/**
 * The rule of the first field that breaks its own, in words; undefined when all hold. The decorators' own rules, asked
 * without the library: every message passes here, and the library's bookkeeping costs more than they do.
 */
export function firstProblem(dto: SubmitContactDto): string | undefined {
  const broken = rules.find(({ field, isValid }) => !isValid(dto[field], dto));
  return broken?.text(dto[broken.field], dto);
}

function rule(name: string, isValid: FieldRule['isValid'], text: FieldRule['text']) {
  return (target: SubmitContactDto, field: Field): void => {
    rules.push({ field, isValid, text });
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: field,
      options: { message: ({ value, object }) => text(value, object as SubmitContactDto) }, // what it decorates
      validator: {
        validate: (value: unknown, args) => isValid(value, args?.object as SubmitContactDto), // likewise
      },
    });
  };
}
