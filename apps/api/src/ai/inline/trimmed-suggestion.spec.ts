import { trimmedSuggestion } from './trimmed-suggestion.js';

describe('trimmedSuggestion', () => {
  it.each([
    ['as it is', ' und warm.', 'Der Sommer war schön', '', ' und warm.'],
    ['a code fence', '```css\ncolor: red;\n```', 'a { ', '', 'color: red;'],
    ['half a code fence', '```\ncolor: red;', 'a { ', '', 'color: red;'],
    ['the end of the text before', 'Sommer war schön und warm', 'Der Sommer war schön', '', ' und warm'],
    ['all of the text before', 'Der Sommer war schön und', 'Der Sommer war schön', '', ' und'],
    ['a short repetition by chance', 'war alles', 'Der Sommer war', '', 'war alles'],
    ['the beginning of what follows', ' und warm. Danach', 'schön', ' Danach kam der Herbst.', ' und warm.'],
    ['a space that is there already', ' und warm', 'Der Sommer war schön ', '', 'und warm'],
    ['a bracket that is there already', 'a, b)', 'f(', ') + 1', 'a, b'],
    ['a bracket of its own', 'g(a)', 'f(', ') + 1', 'g(a)'],
    ['control and bidirectional characters', ' a\u0000\u202eb\u2066c', 'x', '', ' abc'],
    ['white space alone', ' \n\n ', 'x', '', ''],
    ['Windows line ends', ' a\r\nb', 'x', '', ' a\nb'],
  ])('%s', (_, answer, prefix, suffix, expected) => {
    expect(trimmedSuggestion(answer, prefix, suffix)).toBe(expected);
  });
});
