import ts from 'typescript';
import { posix } from 'node:path';

/** The areas of `apps/api/src`, the lowest first: each may import those before it. */
const AREAS = ['platform', 'email', 'people', 'contact', 'content', 'delivery', 'ai'];

/**
 * @typedef {{ readonly from: string, readonly to: string }} Import two files, by their paths below `apps/api/src`
 */

/**
 * What a file of `apps/api/src` imports from there, types and lazy imports included.
 * @param {string} path below `apps/api/src`
 * @param {string} text
 * @returns {readonly Import[]}
 */
export function importsOf(path, text) {
  return ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({
      from: path,
      to: posix.join(posix.dirname(path), fileName).replace(/\.js$/, '.ts'),
    }));
}

/**
 * One sentence for each import of a higher area, or of what is above all areas, and for each circle of folders.
 * @param {readonly Import[]} imports
 * @returns {readonly string[]}
 */
export function areaProblems(imports) {
  const inAreas = imports.filter(({ from }) => AREAS.includes(areaOf(from)));
  const upward = inAreas.filter(({ from, to }) => rank(to) > rank(from));
  const folders = inAreas.filter(
    ({ from, to }) => areaOf(from) === areaOf(to) && folderOf(from) !== folderOf(to),
  );
  return [
    ...upward.map(
      ({ from, to }) => `${from} imports ${to}, which is above ${areaOf(from)}: let it register instead.`,
    ),
    ...circles(folders).map(
      (circle) =>
        `${[...new Set(circle.map(({ from }) => folderOf(from)))].sort().join(', ')} import each other in a circle:\n` +
        circle.map(({ from, to }) => `  ${from} imports ${to}`).join('\n'),
    ),
  ];
}

/** @param {string} path */
const areaOf = (path) => path.split('/')[0] ?? '';

/** `people/roles` for everything below it; the area itself for files beside the folders. @param {string} path */
const folderOf = (path) => path.split('/').slice(0, -1).slice(0, 2).join('/');

/** What is in no area, such as `app.module.ts`, is above all of them. @param {string} path */
const rank = (path) => (AREAS.includes(areaOf(path)) ? AREAS.indexOf(areaOf(path)) : AREAS.length);

/**
 * The imports between folders that can reach each other, one group for each such set of folders.
 * @param {readonly Import[]} imports
 * @returns {readonly (readonly Import[])[]}
 */
function circles(imports) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map();
  for (const { from, to } of imports)
    next.set(folderOf(from), (next.get(folderOf(from)) ?? new Set()).add(folderOf(to)));
  /** @param {string} start */
  const reachable = (start) => {
    const seen = new Set();
    const open = [start];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop())
      for (const each of next.get(folder) ?? []) if (!seen.has(each)) open.push((seen.add(each), each));
    return seen;
  };
  const reach = new Map([...next.keys()].map((folder) => [folder, reachable(folder)]));
  /** @type {Map<string, Import[]>} */
  const groups = new Map();
  for (const each of imports) {
    const [from, to] = [folderOf(each.from), folderOf(each.to)];
    if (!reach.get(to)?.has(from)) continue;
    const name = [...next.keys()]
      .filter((other) => reach.get(from)?.has(other) && reach.get(other)?.has(from))
      .sort()
      .join();
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups.values()];
}
