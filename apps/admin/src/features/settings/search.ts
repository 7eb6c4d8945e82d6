/** A setting as the search knows it. */
export interface Findable {
  /** Its field's `data-setting`, and how it is spelt in files and variables but for the signs between. */
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** What the page or the section is called where it stands. */
  readonly place: string;
  /** Other words for it, which are not shown. */
  readonly synonyms: string;
  /** Path and hash of the field. */
  readonly to: string;
}

/** `EMAIL/SenderEmail`, `EMAIL__SENDEREMAIL` and `email.senderemail` are one. */
const joined = (text: string): string => text.toLowerCase().replace(/[/_.]+/g, '');

/** What a search finds, those first that are called so: every word of it is somewhere in what is known of a setting. */
export function findSettings(all: readonly Findable[], term: string): readonly Findable[] {
  const words = term
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const rank = ({ label }: Findable): number => {
    const name = label.toLowerCase();
    if (name.startsWith(words.join(' '))) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return all
    .filter(({ id, label, help, place, synonyms }) => {
      const text = [label, help, place, synonyms].join(' ').toLowerCase();
      return words.every((word) => text.includes(word) || joined(id).includes(joined(word)));
    })
    .toSorted((one, other) => rank(one) - rank(other));
}
