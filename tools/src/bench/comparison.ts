import { compareDocuments, countChanges } from '@sitedesk/contract/comparison';
import type { ArticleDocument, DocumentNode } from '@sitedesk/contract/documents';
import { median } from './servers.js';

const WORDS = 24_000;
const ROUNDS = 15;
const LEXICON = ['when', 'where', 'open', 'price', 'door', 'garden', 'table', 'window', 'please', 'thanks'];

/** An article of so many words in paragraphs of one length; `word` says what stands at a place. */
function article(perParagraph: number, word: (place: number) => string): ArticleDocument {
  const content = Array.from({ length: WORDS / perParagraph }, (_, index): DocumentNode => {
    const text = Array.from({ length: perParagraph }, (_each, place) =>
      word(index * perParagraph + place),
    ).join(' ');
    const id = String(index).padStart(12, '0');
    return { type: 'paragraph', attrs: { id }, content: [{ type: 'text', text }] };
  });
  return { type: 'doc', content };
}

const common = (place: number): string => LEXICON[(place * 7 + (place >> 3)) % LEXICON.length] ?? '';
const everyTenth = (place: number): string => (place % 10 === 0 ? `new${place}` : common(place));
const other = (place: number): string => `other${place}`;

/** How much processor time it takes to compare two versions of a long article (P-14): at most 50 ms. */
export function measureComparison(): void {
  for (const perParagraph of [60, 240, 3_000]) {
    const before = article(perParagraph, common);
    for (const [what, word] of [
      ['every tenth word new', everyTenth],
      ['every word new', other],
    ] as const) {
      const after = article(perParagraph, word);
      const times = Array.from({ length: ROUNDS }, () =>
        cpuOf(() => countChanges(compareDocuments(before, after))),
      );
      console.log(
        `comparison of ${WORDS} words in paragraphs of ${perParagraph}, ${what}`.padEnd(76) +
          `CPU ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`,
      );
    }
  }
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
