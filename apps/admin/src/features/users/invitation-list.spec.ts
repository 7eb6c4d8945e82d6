import { describe, expect, it } from 'vitest';
import { readInvitations } from './invitation-list';

const named = (text: string): readonly string[] =>
  readInvitations(text).people.map(({ email, displayName }) => `${displayName} <${email}>`);

describe('addresses that are pasted into an invitation', () => {
  it.each([
    ['ida@site.test', ['Ida <ida@site.test>']],
    [
      'a.b@site.test, c_d@site.test;e-f2@site.test g@site.test\r\nh@site.test\t',
      [
        'A B <a.b@site.test>',
        'C D <c_d@site.test>',
        'E F <e-f2@site.test>',
        'G <g@site.test>',
        'H <h@site.test>',
      ],
    ],
    [
      'Ida Sol <ida@site.test>, "Berg, Anna" <anna@site.test>',
      ['Ida Sol <ida@site.test>', 'Berg Anna <anna@site.test>'.replace('Berg Anna', 'Berg, Anna')],
    ],
    [
      'Ida <ida@site.test> Bo Lee <bo@site.test> c@site.test',
      ['Ida <ida@site.test>', 'Bo Lee <bo@site.test>', 'C <c@site.test>'],
    ],
    ['a@site.test Bo <bo@site.test>', ['A <a@site.test>', 'Bo <bo@site.test>']],
    ['<mailto:ida@site.test>', ['Ida <ida@site.test>']],
    ['42@site.test', ['42@site.test <42@site.test>']],
    ['  ', []],
  ])('%j', (text, people) => {
    expect(named(text)).toEqual(people);
    expect(readInvitations(text).unreadable).toEqual([]);
  });

  it('says what it cannot read, and what stands there twice', () => {
    const read = readInvitations('ida@site.test, bo, IDA@site.test; Cleo <cleo@nowhere> x@y@z.test "');
    expect(read.people.map(({ email }) => email)).toEqual(['ida@site.test']);
    expect(read.repeated).toEqual(['IDA@site.test']);
    expect(read.unreadable).toEqual(['bo', 'cleo@nowhere', 'x@y@z.test']);
  });
});
