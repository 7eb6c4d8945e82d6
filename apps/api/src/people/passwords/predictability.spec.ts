import fc from 'fast-check';
import { repeatedPiece, unpredictableLength } from './predictability.js';

const length = (text: string): number => unpredictableLength(text, Number.MAX_SAFE_INTEGER);

describe('predictable characters (ID-01)', () => {
  it.each([
    ['nothing', '', 0],
    ['a word', 'zebra', 5],
    ['one character', 'aaaaaa', 1],
    ['a sequence', '456789', 1],
    ['a sequence backwards', 'fedcba', 1],
    ['a row of keys', 'asdfgh', 1],
    ['a row of keys backwards', 'poiuyt', 1],
    ['a zigzag over the keys', '1qaz2wsx', 1],
    ['a repetition', 'zebrazebrazebra', 5],
    ['a repetition that stops in the middle', 'zebrazebr', 5],
    ['neighbours in a word', 'first nopqr', 6],
    ['a word with spaces', 'z e b r a', 5],
    ['characters outside the basic plane', '🦊🐢🦉🐝', 4],
  ])('counts what cannot be told in advance: %s (ID-01)', (_what, text, count) => {
    expect(length(text)).toBe(count);
  });

  it('never counts more than there is, nor anything twice (ID-01)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = length(text);
        expect(once).toBeLessThanOrEqual([...text].length);
        expect(unpredictableLength(text, 3)).toBe(Math.min(once, 3));
        expect(length(`${text}${text}`)).toBeLessThanOrEqual(once + 3);
      }),
    );
  });

  it('finds the piece that is repeated (ID-01)', () => {
    expect(repeatedPiece('zebra')).toBe('zebra');
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 9 }),
        fc.integer({ min: 2, max: 5 }),
        (piece, times) => {
          const text = piece.repeat(times);
          const found = repeatedPiece(text);
          expect(found.length).toBeLessThanOrEqual(piece.length);
          expect(found.repeat(text.length / found.length)).toBe(text);
        },
      ),
    );
  });
});
