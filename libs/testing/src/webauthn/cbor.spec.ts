import { encodeCbor } from './cbor.js';

/** Examples of RFC 8949, appendix A. */
describe('CBOR', () => {
  it.each([
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [1_000, '1903e8'],
    [1_000_000, '1a000f4240'],
    [-1, '20'],
    [-1_000, '3903e7'],
    [Buffer.from('01020304', 'hex'), '4401020304'],
    ['IETF', '6449455446'],
    [new Map(), 'a0'],
    [
      new Map([
        [1, 2],
        [3, 4],
      ]),
      'a201020304',
    ],
  ])('%j is %s', (value, octets) => {
    expect(encodeCbor(value).toString('hex')).toBe(octets);
  });
});
