import { parseJson } from '../../platform/core/parse-json.js';

/** What a provider says about a token. Fields it may leave out are empty texts. */
export interface CaptchaAnswer {
  readonly success: boolean;
  readonly hostname: string;
  readonly action: string;
  readonly score: number | undefined;
  readonly codes: readonly string[];
}

const MAX_CODES = 10;
/** Codes go to the log: nothing but the shape that the providers document. */
const CODE = /^[a-z0-9_-]{1,64}$/i;

/** Reads a verification answer; undefined when it is not one, or a field has a type it cannot have. */
export function readCaptchaAnswer(text: string): CaptchaAnswer | undefined {
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const read = (name: string): unknown => (Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined);
  const success = read('success');
  const hostname = read('hostname') ?? '';
  const action = read('action') ?? '';
  const score = read('score') ?? undefined;
  if (typeof success !== 'boolean' || typeof hostname !== 'string' || typeof action !== 'string')
    return undefined;
  if (score !== undefined && !isScore(score)) return undefined;
  return { success, hostname, action, score, codes: readCodes(read('error-codes')) };
}

const isScore = (score: unknown): score is number => typeof score === 'number' && score >= 0 && score <= 1;

function readCodes(codes: unknown): readonly string[] {
  if (!Array.isArray(codes)) return [];
  return codes
    .filter((code: unknown): code is string => typeof code === 'string' && CODE.test(code))
    .slice(0, MAX_CODES);
}
