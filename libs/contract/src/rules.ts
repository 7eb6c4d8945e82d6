import {
  isEmail,
  IsIn,
  IsOptional,
  registerDecorator,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import type { RuleLimits } from './field-rules.js';
import { IDENTITY_LIMITS } from './identity.js';
import { characters, FORBIDDEN, normaliseLine } from './text.js';

/** Whether the database takes a text as it is, in JSON too: no NUL, and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

const encoder = new TextEncoder();

/** Bounds of a text in characters (code points). */
interface TextBounds {
  readonly min: number;
  readonly max: number;
}

/** May be left out; unlike with `IsOptional`, null is a value like any other. */
export const Optional = (): PropertyDecorator => ValidateIf((_object, value) => value !== undefined);

/** One of these words. */
export const IsOneOf = (words: readonly string[]): PropertyDecorator =>
  IsIn(words, { message: `$property must be one of ${words.join(', ')}` });

/** One line of text without control characters; NFC and trimmed before it is looked at, and stored that way. */
export function IsLine(bounds: TextBounds, options: Pick<ValidationOptions, 'each'> = {}): PropertyDecorator {
  return rule(
    'isLine',
    (value) =>
      typeof value === 'string' && !FORBIDDEN.test(value) && within(String(normaliseLine(value)), bounds),
    `$property must be a text of ${bounds.min} to ${bounds.max} characters on one line`,
    { ...options, limits: bounds },
  );
}

/** Text that may have several lines; only NUL is refused. @param storable whether half of a surrogate pair is as well: JSON can't be stored with it */
export function IsText(bounds: TextBounds, storable = false): PropertyDecorator {
  return rule(
    'isText',
    (value) =>
      typeof value === 'string' &&
      (storable ? isStorable(value) : !value.includes('\0')) &&
      within(value, bounds),
    `$property must be a text of ${bounds.min} to ${bounds.max} characters`,
    { limits: bounds },
  );
}

/** White space and characters that take no room: an address with one looks like another. */
const BLANK = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * An address that a real mailbox can have: what `validator` accepts, less quoted local parts, control and invisible
 * characters, and anything over 254 octets.
 */
export function isMailbox(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > IDENTITY_LIMITS.emailOctets) return false;
  if (value.startsWith('"') || FORBIDDEN.test(value) || BLANK.test(value)) return false;
  return encoder.encode(value).length <= IDENTITY_LIMITS.emailOctets && isEmail(value);
}

/** Such an address. */
export function IsMailbox(): PropertyDecorator {
  return rule('isMailbox', (value) => isMailbox(normaliseLine(value)), '$property must be an email address');
}

/** A secret as a person typed it: any characters, bounded only against abuse. */
export function IsTypedSecret(maxOctets = 1024): PropertyDecorator {
  return rule(
    'isTypedSecret',
    (value) => typeof value === 'string' && value.length > 0 && encoder.encode(value).length <= maxOctets,
    `$property must be a text of at most ${maxOctets} octets`,
    { limits: { max: maxOctets } },
  );
}

const TREES = new WeakMap<object, readonly string[]>();

/** A member with thousands of parts that is described elsewhere, and is taken as it is. */
export const IsTree = (): PropertyDecorator => (dto, name) =>
  void TREES.set(dto, [...treesOf(dto), String(name)]);

/** Names of the members that are trees, by the prototype of a class. */
export const treesOf = (dto: object): readonly string[] => TREES.get(dto) ?? [];

/** The id of something stored. */
export function IsId(options: Pick<ValidationOptions, 'each'> = {}): PropertyDecorator {
  return rule('isId', isId, '$property must be an id', options);
}

/** An ISO 8601 instant with its zone, such as `2026-05-04T03:02:01Z`, that the calendar has. */
export function IsInstant(): PropertyDecorator {
  return rule('isInstant', isInstant, '$property must be an instant such as 2026-05-04T03:02:01Z');
}

/** A day that the calendar has, such as `2026-05-04`. */
export function IsDay(): PropertyDecorator {
  return rule('isDay', isDay, '$property must be a day such as 2026-05-04');
}

/** How many rows a page shall have, or days a chart, as the digits in a query. */
export function IsPageLimit(max: number, min = 1): PropertyDecorator {
  return rule(
    'isPageLimit',
    (value) =>
      typeof value === 'string' &&
      /^[1-9]\d{0,5}$/.test(value) &&
      Number(value) >= min &&
      Number(value) <= max,
    `$property must be a whole number from ${min} to ${max}`,
    { limits: { min, max } },
  );
}

/** A time zone that this JavaScript knows, by its name: `Europe/Zurich`, `UTC`. */
export function IsTimeZone(): PropertyDecorator {
  return rule('isTimeZone', isTimeZone, '$property must be the name of a time zone, such as Europe/Zurich');
}

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // a RangeError says that there is no such zone
  }
}

/** The cursor of a list, as an earlier page gave it; the list itself knows whether it is one of its own. */
export function IsCursor(): PropertyDecorator {
  return rule(
    'isCursor',
    (value) => typeof value === 'string' && /^[A-Za-z0-9_-]{1,2048}$/.test(value),
    '$property must come from an earlier page of this list',
  );
}

/** A page of a list. */
export class PageDto {
  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** An http(s) address without credentials, or, where said, one on the site itself (`/...`); never a script. */
export function IsWebAddress({
  max,
  siteRelative = false,
}: {
  readonly max: number;
  readonly siteRelative?: boolean;
}): PropertyDecorator {
  return rule(
    'isWebAddress',
    (value) => typeof value === 'string' && value.length <= max && isWebAddress(value, siteRelative),
    siteRelative
      ? '$property must be an address that begins with https://, http:// or /'
      : '$property must be an address that begins with https:// or http://',
  );
}

function isWebAddress(value: string, siteRelative: boolean): boolean {
  if (FORBIDDEN.test(value) || /[\s\\]|\p{Surrogate}/u.test(value)) return false; // half a pair is no character
  if (siteRelative && /^\/(?!\/)/.test(value)) return true;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password, hostname } = new URL(value);
  return username === '' && password === '' && hostname !== '';
}

const INSTANT = /^((?:19[7-9]\d|[2-9]\d{3})-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

function isInstant(value: unknown): boolean {
  const day = typeof value === 'string' ? INSTANT.exec(value)?.[1] : undefined;
  if (day === undefined || Number.isNaN(Date.parse(String(value)))) return false;
  const parsed = Date.parse(day); // a 30th of February becomes a day in March
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day);
}

const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^(?:19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(value) &&
  isInstant(`${value}T00:00:00Z`);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a value can be the id of something stored (a UUID). */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

const within = (value: string, { min, max }: TextBounds): boolean => {
  const length = characters(value);
  return length >= min && length <= max;
};

function rule(
  name: string,
  validate: (value: unknown) => boolean,
  message: string,
  { limits, ...options }: Pick<ValidationOptions, 'each'> & { readonly limits?: RuleLimits } = {},
): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(propertyName),
      // The context is part of the error, so that a translation has the numbers as well.
      options: { message, ...options, ...(limits ? { context: limits } : {}) },
      validator: { validate },
    });
}
