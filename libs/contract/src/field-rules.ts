import { codeOf, type Message, type MessageCode } from './messages.js';

/** Numbers of a rule, in characters, octets or items, as its message says them. */
export interface RuleLimits {
  readonly min?: number;
  readonly max?: number;
}

/**
 * What a value can be wrong about: member `rule` of `errors` in a problem answer, beside the message, for who has words of
 * their own. Values that the services refuse by what they know have the `code` of a message instead.
 */
export const FIELD_RULES = [
  ...([
    'isLine',
    'isText',
    'isMailbox',
    'isTypedSecret',
    'isId',
    'isInstant',
    'isDay',
    'isPageLimit',
  ] as const),
  ...(['isTimeZone', 'isCursor', 'isWebAddress', 'isBrowserAnswer', 'isRoleKey', 'isColumns'] as const),
  ...([
    'isSettingValues',
    'isSettingName',
    'isIn',
    'isBoolean',
    'isArray',
    'isInt',
    'isNumber',
    'isObject',
  ] as const),
  ...([
    'min',
    'max',
    'matches',
    'arrayMaxSize',
    'arrayMinSize',
    'arrayNotEmpty',
    'arrayUnique',
    'nestedValidation',
  ] as const),
  // A member that the request does not have.
  'whitelistValidation',
] as const;
export type FieldRule = (typeof FIELD_RULES)[number];

/** One value of a request that is refused. */
export interface FieldError extends Partial<MessageCode> {
  /** Its path, such as `mappings.0.role`. */
  readonly field: string;
  readonly message: string;
  /** A {@link FieldRule}, if it is one. */
  readonly rule?: string;
  readonly limits?: RuleLimits;
}

/** A value that a service refuses by what it knows. */
export function fieldError(field: string, message: Message | string): FieldError {
  return typeof message === 'string'
    ? { field, message }
    : { field, message: message.text, ...codeOf(message) };
}
