import { expect, it } from 'vitest';
import { dateFormat, numberFormat, relativeFormat } from './formats';

it('makes a formatter once for each language and set of options', () => {
  expect(dateFormat('de', { dateStyle: 'full' })).toBe(dateFormat('de', { dateStyle: 'full' }));
  expect(numberFormat('de', {})).toBe(numberFormat('de', {}));
  expect(relativeFormat('de', {})).toBe(relativeFormat('de', {}));
  expect(dateFormat('en', { dateStyle: 'full' })).not.toBe(dateFormat('de', { dateStyle: 'full' }));
  expect(dateFormat('de', { dateStyle: 'short' })).not.toBe(dateFormat('de', { dateStyle: 'full' }));
  expect(numberFormat('de', {}).format(1.5)).toBe('1,5');
});
