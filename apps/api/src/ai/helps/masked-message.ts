const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Seven digits or more, as people write phone numbers, and numbers of accounts, customers and cards with them. */
const NUMBER = /(?:\+|\b)\d(?:[\s()/.-]{0,2}\d){6,}\b/g;
const SHORTEST_NAME = 3;
const WORD = /[\p{L}\p{N}]/u;

/** What stands for a visitor's name in a masked message. */
const NAME = '[name]';

/** What a visitor wrote, without what says who they are: their name, and email addresses and long numbers of anyone. */
export function masked(
  message: string,
  { name, email }: { readonly name: string; readonly email: string },
): string {
  const plain = message.replaceAll(email, '[email]').replace(EMAIL, '[email]').replace(NUMBER, '[number]');
  const parts = [name, ...name.split(/\s+/)].filter(({ length }) => length >= SHORTEST_NAME);
  return parts.reduce((text, part) => replaceWord(text, part, NAME), plain);
}

/** The visitor's name, where the answer speaks to them. */
export const unmasked = (text: string, name: string): string => text.replaceAll(NAME, name);

/** Where the word stands alone, in whatever case. */
function replaceWord(text: string, word: string, by: string): string {
  const [haystack, needle] = [text.toLowerCase(), word.toLowerCase()];
  // Some letters are longer in lower case, so places would be others.
  if (haystack.length !== text.length || needle.length !== word.length) return text.replaceAll(word, by);
  let [done, from] = ['', 0];
  for (;;) {
    const at = haystack.indexOf(needle, from);
    if (at < 0) return done + text.slice(from);
    const end = at + needle.length;
    const isWord = !WORD.test(text.slice(Math.max(at - 1, 0), at)) && !WORD.test(text.slice(end, end + 1));
    done += text.slice(from, at) + (isWord ? by : text.slice(at, end));
    from = end;
  }
}
