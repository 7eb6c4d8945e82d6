import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Octets of gzipped JavaScript: what sign-in and shell need together, and each screen's own part. */
const BUDGET = { first: 230_000, screen: 60_000 };
const FIRST = ['index.html', 'src/features/sign-in/SignInPage.vue', 'src/app/AppShell.vue'];

/** Loaded by those who write, on top of the first load: a page, and what it loads later. */
const EDITORS = [
  { name: 'The editor', budget: 230_000, keys: ['src/features/articles/EditorPage.vue'] },
  {
    name: 'The code editor',
    budget: 210_000,
    keys: ['src/features/layouts/LayoutPage.vue', 'src/features/layouts/CodeEditor.vue'],
  },
];

/** @typedef {{ readonly [key: string]: { readonly file: string, readonly imports?: readonly string[], readonly isDynamicEntry?: boolean } }} Manifest */

/**
 * What is heavier than it may be, a sentence each; empty is good.
 * @param {string} dist folder of the built page, with its manifest
 */
export function overBudget(dist) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const weight = (/** @type {string} */ key) =>
    gzipSync(readFileSync(join(dist, manifest[key]?.file ?? ''))).length;
  const needed = new Set(FIRST.flatMap((key) => [...closure(manifest, key)]));
  const first = [...needed].reduce((sum, key) => sum + weight(key), 0);
  const screens = Object.keys(manifest)
    .filter((key) => manifest[key]?.isDynamicEntry)
    .filter((key) => !EDITORS.some(({ keys }) => keys.includes(key)) && weight(key) > BUDGET.screen);
  const editors = EDITORS.map(({ keys, ...editor }) => {
    const parts = new Set(keys.flatMap((key) => [...closure(manifest, key)]));
    const own = [...parts].filter((key) => !needed.has(key));
    return { ...editor, octets: own.reduce((sum, key) => sum + weight(key), 0) };
  });
  return [
    ...(first > BUDGET.first
      ? [`Sign-in and shell need ${first} octets of JavaScript, gzipped; ${BUDGET.first} are allowed.`]
      : []),
    ...editors
      .filter(({ octets, budget }) => octets > budget)
      .map(
        ({ name, octets, budget }) =>
          `${name} needs ${octets} octets of JavaScript beside, gzipped; ${budget} are allowed.`,
      ),
    ...screens.map((key) => `${key} has ${weight(key)} octets, gzipped; ${BUDGET.screen} are allowed.`),
  ];
}

/**
 * @param {Manifest} manifest
 * @param {string} key
 * @param {Set<string>} seen
 */
function closure(manifest, key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const each of manifest[key]?.imports ?? []) closure(manifest, each, seen);
  return seen;
}
