import { nameProblem } from '@sitedesk/contract/files';
import { describe, expect, it } from 'vitest';
import { isLeftover } from '../../composables/dropped-files';
import { nameThatWouldDo, uploadProblem } from './upload-names';

describe('what is wrong with a file before it is uploaded', () => {
  it.each([
    ['report.pdf', 10, undefined],
    ['report?.pdf', 10, 'file.nameCharacters'],
    ['.hidden', 10, 'file.nameEnds'],
    ['con.txt', 10, 'file.nameDevice'],
    ['page.html', 10, 'file.refusedType'],
    ['report.pdf', 0, 'file.empty'],
    ['film.mp4', 101, 'file.tooLarge'],
  ])('%s with %i octets', (name, size, code) => {
    expect(uploadProblem({ name, size }, 100)?.code).toBe(code);
  });

  it('is no size while nobody knows the largest', () => {
    expect(uploadProblem({ name: 'film.mp4', size: 1e12 }, undefined)).toBeUndefined();
  });
});

describe('a name that would do', () => {
  it.each([
    ['report: final?.pdf', 'report- final-.pdf'],
    ['..hidden.txt', 'hidden.txt'],
    ['notes.txt ', undefined],
    ['con.txt', 'con-1.txt'],
    [`${'long '.repeat(60)}.pdf`, `${'long '.repeat(39)}l.pdf`],
    ['report.pdf', undefined],
    ['???', '-'],
    ['...', undefined],
  ])('%s', (name, wanted) => {
    const found = nameThatWouldDo(name);
    expect(found).toBe(wanted);
    expect(nameProblem(found ?? 'a good name')).toBeUndefined();
  });

  it('keeps the extension of a long one', () => {
    expect(nameThatWouldDo(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
  });
});

it('passes over what computers leave in folders', () => {
  expect(['.DS_Store', '._photo.jpg', 'Thumbs.db', 'photo.jpg', '.env'].map(isLeftover)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
