import { masked, unmasked } from './masked-message.js';

const ANNA = { name: 'Anna Çelik', email: 'anna@site.test' };

describe('a message without what says who wrote it', () => {
  it.each([
    ['Hello, I am Anna Çelik.', 'Hello, I am [name].'],
    ['anna çelik, or just ANNA', '[name], or just [name]'],
    ['Annabel and Hannah stay', 'Annabel and Hannah stay'],
    ['Write to anna@site.test or bo.li+x@mail.example.org!', 'Write to [email] or [email]!'],
    [
      'Call +49 (30) 123-45 67 or 030/1234567, room 12, in 2026',
      'Call [number] or [number], room 12, in 2026',
    ],
  ])('%s', (message, expected) => {
    expect(masked(message, ANNA)).toBe(expected);
  });

  it('knows the name again in the answer', () => {
    expect(unmasked('Dear [name],\n\nthank you.', ANNA.name)).toBe('Dear Anna Çelik,\n\nthank you.');
  });
});
