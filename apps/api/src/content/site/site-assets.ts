import { exampleImages } from './example/example-images.js';
import { type StoredPage, storedPage } from './page-cache.js';
import { YEAR_SECONDS } from './page-answers.js';
import { assets } from './theme/theme.js';

/** Files of the theme and of the example site, by their path. */
export const ASSETS: ReadonlyMap<string, StoredPage> = new Map(
  [...assets, ...exampleImages].map(({ path, type, body }) => {
    const headers = ['Content-Type', type, 'Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`];
    return [path, storedPage(200, headers, body)];
  }),
);
