import { expect, it, vi } from 'vitest';
import { numberFormat } from '../composables/formats';
import { i18n } from './i18n';

vi.hoisted(() => vi.resetModules()); // another test file may have loaded it without the spy
vi.mock('../composables/formats', { spy: true });

it('formats numbers with the shared formatters', () => {
  expect([1, 2_000, 0.5].map((value) => i18n.global.n(value))).toEqual(['1', '2,000', '0.5']);
  expect(i18n.global.n(0.5, { style: 'percent' })).toBe('50%');
  expect(numberFormat).toHaveBeenCalledTimes(4);
});
