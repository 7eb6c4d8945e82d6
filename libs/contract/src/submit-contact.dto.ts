import { registerDecorator } from 'class-validator';
import { CONTACT_ERRORS, CONTACT_LIMITS, messageLengthText, nameLengthText } from './contact.js';
import { isMailbox } from './rules.js';
import { characters, FORBIDDEN, INVISIBLE_ENDS, normaliseLine, normaliseText } from './text.js';

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

const own = (body: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.prototype.hasOwnProperty.call(body, key) ? body[key] : undefined;

function isName(value: unknown): boolean {
  if (typeof value !== 'string' || FORBIDDEN.test(value)) return false;
  const length = characters(value);
  return length >= CONTACT_LIMITS.name.min && length <= CONTACT_LIMITS.name.max;
}

/** Missing and empty have a text of their own (specification 7). */
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

function isMessage(value: unknown, max: number): boolean {
  if (typeof value !== 'string' || value.includes('\0')) return false;
  const length = characters(value.replace(INVISIBLE_ENDS, ''));
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
