import { OutboundError } from '../../platform/outbound/outbound-error.js';

const MAX_CHARACTERS = 500;
const MASK = '***';
/** A shorter secret may be part of the server's words, and is masked where it stands alone. */
const MASKED_ANYWHERE = 4;
/** Shapes of credentials that a server may repeat although they are not the ones we know. */
const CREDENTIAL_SHAPES = [
  /\bSG\.[\w-]+(\.[\w-]+)?/g,
  /(?<=\bBearer\s+)\S+/gi,
  /(?<=\bAUTH\s+(PLAIN|LOGIN)\s+)\S+/gi,
  /(?<=\baccesskey\s*=\s*)[^;\s]+/gi,
  /(?<=\bSignature=)[^;&\s]+/gi,
  /(?<=\bsmtps?:\/\/)[^@\s]*(?=@)/gi,
];

/**
 * What a person reads about a failed or accepted delivery: the server's words where there are any, on one line,
 * without control characters and secrets, at most 500 characters.
 */
export function describeDetail(error: unknown, secrets: readonly string[]): string {
  const response = textField(error, 'response');
  if (response) return tidyDetail(response, secrets);
  // The system's words rather than ours about them.
  const said = error instanceof OutboundError ? (error.cause ?? error) : error;
  return tidyDetail(textField(said, 'message') ?? String(said), secrets);
}

function textField(value: unknown, name: string): string | undefined {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The text of a server, fit to be stored and shown. */
export function tidyDetail(text: string, secrets: readonly string[]): string {
  let tidy = text;
  for (const secret of secrets) if (secret !== '') tidy = masked(tidy, secret);
  for (const shape of CREDENTIAL_SHAPES) tidy = tidy.replace(shape, MASK);
  tidy = tidy.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...tidy];
  return characters.length <= MAX_CHARACTERS ? tidy : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}

function masked(text: string, secret: string): string {
  if (secret.length >= MASKED_ANYWHERE) return text.replaceAll(secret, MASK);
  const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu'), MASK);
}
