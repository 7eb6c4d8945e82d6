import type { MediaAnswer } from '../../content/site/media.service.js';
import type { StoredPage } from '../../content/site/page-cache.js';

/** What no search engine lists, no cache keeps, and no other site learns the address of. */
const UNLISTED = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
};

/** An answer without anything that would let it be found or kept. */
export function unlisted<Answer extends MediaAnswer | StoredPage>(answer: Answer): Answer {
  const names = Object.keys(UNLISTED).map((name) => name.toLowerCase());
  const kept = answer.headers.filter(
    (_, at) => !names.includes(answer.headers[at - (at % 2)]?.toLowerCase() ?? ''),
  );
  return {
    ...answer,
    headers: [...kept, ...Object.entries(UNLISTED).flat()],
    ...('answers' in answer && { answers: {} }),
  };
}
