import { expect, it } from 'vitest';
import { deviceOf } from './device';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
    { name: 'Microsoft Edge · Windows', isHandheld: false },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    { name: 'Safari · iPhone', isHandheld: true },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    { name: 'Firefox · Linux', isHandheld: false },
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
    { name: 'Chrome · Android', isHandheld: true },
  ],
  ['curl/8.5.0', { name: '', isHandheld: false }],
  ['', { name: '', isHandheld: false }],
])('reads %j', (userAgent, device) => expect(deviceOf(userAgent)).toEqual(device));
