import { registerDecorator, type ValidationOptions } from 'class-validator';
import { characters, FORBIDDEN, isMailbox, normaliseLine } from './submit-contact.dto.js';

/** Bounds of a text in characters (code points). */
export interface TextBounds {
  readonly min: number;
  readonly max: number;
}

/** One line of text without control characters; NFC and trimmed before it is looked at, and stored that way. */
export function IsLine(bounds: TextBounds): PropertyDecorator {
  return rule(
    'isLine',
    (value) =>
      typeof value === 'string' && !FORBIDDEN.test(value) && within(String(normaliseLine(value)), bounds),
    `$property must be a text of ${bounds.min} to ${bounds.max} characters on one line`,
  );
}

/** Text that may have several lines; only NUL is refused. */
export function IsText(bounds: TextBounds): PropertyDecorator {
  return rule(
    'isText',
    (value) => typeof value === 'string' && !value.includes('\0') && within(value, bounds),
    `$property must be a text of ${bounds.min} to ${bounds.max} characters`,
  );
}

/** An address that a real mailbox can have (D11). */
export function IsMailbox(): PropertyDecorator {
  return rule('isMailbox', (value) => isMailbox(normaliseLine(value)), '$property must be an email address');
}

/** A secret as a person typed it: any characters, bounded only against abuse. */
export function IsTypedSecret(maxOctets = 1024): PropertyDecorator {
  return rule(
    'isTypedSecret',
    (value) =>
      typeof value === 'string' && value.length > 0 && new TextEncoder().encode(value).length <= maxOctets,
    `$property must be a text of at most ${maxOctets} octets`,
  );
}

/** The id of something stored. */
export function IsId(options: Pick<ValidationOptions, 'each'> = {}): PropertyDecorator {
  return rule('isId', isId, '$property must be an id', options);
}

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
  options: Pick<ValidationOptions, 'each'> = {},
): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(propertyName),
      options: { message, ...options },
      validator: { validate },
    });
}
