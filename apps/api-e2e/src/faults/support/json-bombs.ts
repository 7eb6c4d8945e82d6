import fc from 'fast-check';
import { MESSAGE } from '../../harness/visitor.js';

/** The same bombs in every run; change it to look further. */
export const SEED = 20_261_121;

const BODY_BYTES = 64 * 1024;

/** Nothing but opening and, mostly, closing: as deep as a body may be long. */
const deep = fc
  .tuple(fc.constantFrom('[]', '{}'), fc.integer({ min: 1, max: 12_000 }), fc.boolean())
  .map(([kind, depth, closed]) =>
    kind === '[]'
      ? '['.repeat(depth) + (closed ? ']'.repeat(depth) : '')
      : '{"a":'.repeat(depth) + '1' + (closed ? '}'.repeat(depth) : ''),
  );

const manyKeys = fc
  .tuple(fc.integer({ min: 1, max: 8_000 }), fc.constantFrom('k', '__proto__', 'constructor', 'a.b', ''))
  .map(([count, name]) => `{${Array.from({ length: count }, (_, index) => `"${name}${index}":0`).join()}}`);

const numbers = fc
  .tuple(
    fc.constantFrom('name', 'email', 'message'),
    fc.integer({ min: 1, max: 30_000 }),
    fc.constantFrom('9', '-0', '1e9'),
  )
  .map(([field, length, start]) => `{"${field}":${start}${'9'.repeat(length)}}`);

const strings = fc
  .tuple(
    fc.constantFrom('name', 'email', 'message', 'captchaToken'),
    fc.constantFrom('a', '\\u0000', '\\ud800', '\\ud83d\\ude00', '@', 'a@', '.', '\\"', '%s'),
    fc.integer({ min: 1, max: 9_000 }),
  )
  .map(([field, piece, count]) =>
    JSON.stringify(MESSAGE).replace(/}$/, `,"${field}":"${piece.repeat(count)}"}`),
  );

const duplicates = fc
  .array(fc.tuple(fc.constantFrom('name', 'email', 'message', '__proto__'), fc.json({ maxDepth: 2 })), {
    minLength: 2,
    maxLength: 40,
  })
  .map((entries) => `{${entries.map(([name, value]) => `"${name}":${value}`).join()}}`);

/** Well-formed values of any shape where texts belong. */
const shapes = fc
  .record({
    name: fc.jsonValue({ maxDepth: 6 }),
    email: fc.jsonValue({ maxDepth: 6 }),
    message: fc.jsonValue({ maxDepth: 6 }),
  })
  .map((body) => JSON.stringify(body));

/** A good body with one character broken. */
const broken = fc
  .tuple(fc.nat(), fc.constantFrom('', '"', '}', ',', '\\', '\u0000', '\ufeff', '\u2028'))
  .map(([at, piece]) => {
    const good = JSON.stringify(MESSAGE);
    const index = at % good.length;
    return good.slice(0, index) + piece + good.slice(index + 1);
  });

/** Bodies made to cost a parser or a validator more than they cost their sender. */
export function bombs(count: number): readonly string[] {
  const bomb = fc.oneof(deep, manyKeys, numbers, strings, duplicates, shapes, broken);
  return fc.sample(bomb, { numRuns: count, seed: SEED }).map((body) => body.slice(0, BODY_BYTES));
}
