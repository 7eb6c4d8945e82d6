import { describe, expect, it } from 'vitest';
import { deviceWords } from './device-words';

describe('the device of a session', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
      { browser: 'Edge', system: 'Windows', isHandheld: false },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iPhone', isHandheld: true },
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      { browser: 'Firefox', system: 'Linux', isHandheld: false },
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
      { browser: 'Chrome', system: 'Android', isHandheld: true },
    ],
    ['curl/8.5.0', { browser: '', system: '', isHandheld: false }],
  ])('reads %s', (userAgent, words) => {
    expect(deviceWords(userAgent)).toEqual(words);
  });
});
