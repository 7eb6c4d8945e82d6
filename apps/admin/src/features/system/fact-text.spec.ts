import { describe, expect, it } from 'vitest';
import { factWords } from './fact-text';

const words = (
  key: Parameters<typeof factWords>[0]['key'],
  value: string | number | boolean,
  locale = 'en',
): string => factWords({ key, value }, locale, ['yes', 'no']);

describe('what the doctor measured, in words', () => {
  it.each([
    ['freeBytes', 0, '0 byte'],
    ['freeBytes', 999_999, '1,000 kB'],
    ['freeBytes', 2_400_000_000, '2.4 GB'],
    ['totalBytes', 5e15, '5,000 TB'],
    ['latencyMs', 0.4, '0.4 ms'],
    ['offsetMs', -12, '-12 ms'],
    ['oldestSeconds', 59, '59 seconds'],
    ['oldestSeconds', 5 * 3600 + 59, '5 hours'],
    ['waiting', 12_345, '12,345'],
    ['trusted', true, 'yes'],
    ['trusted', false, 'no'],
    ['lastDetail', '550 5.7.1 No', '550 5.7.1 No'],
  ] as const)('%s %s is %s', (key, value, expected) => {
    expect(words(key, value)).toBe(expected);
  });

  it('follows the language', () => {
    expect(words('freeBytes', 2_400_000_000, 'de')).toMatch(/^2,4\sGB$/); // a space that does not break
    expect(words('waiting', 12_345, 'de')).toBe('12.345');
  });
});
