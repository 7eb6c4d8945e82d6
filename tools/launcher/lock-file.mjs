import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

/**
 * Without a package's URL in the lock file, npm first asks the registry for it: more than a thousand requests before a first start.
 * The host is a placeholder that can't exist (RFC 6761), so that the file suits every registry. npm replaces it with the registry
 * in use: `replace-registry-host` in `.npmrc`.
 */
const HOST = 'packages.invalid';
const FOLDER = 'node_modules/';

/**
 * @typedef {{ readonly name?: string, readonly version?: string, readonly resolved?: string, readonly link?: boolean, readonly inBundle?: boolean }} LockedPackage
 * @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages by path
 */

/** `npm run lock`: writes package URLs into package-lock.json. Needed after `npm install` has added packages. */
export function writeUrls() {
  const file = join(ROOT, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: withUrls(lock.packages) }, null, 2)}\n`);
}

/**
 * Workspace packages and bundled ones have no URL.
 * @param {LockedPackages} packages
 * @returns {LockedPackages}
 */
export function withUrls(packages) {
  return Object.fromEntries(
    Object.entries(packages).map(([path, entry]) => {
      const url = urlOf(path, entry);
      if (url === undefined) return [path, entry];
      const { name, version } = entry;
      // In npm's order, so that npm changes nothing when it writes the file.
      const first = { ...(name && { name }), version, resolved: url };
      return [path, { ...first, ...entry, resolved: url }];
    }),
  );
}

/**
 * One sentence for each package whose URL is missing, names a registry, or is out of date.
 * @param {LockedPackages} packages
 */
export function wrongUrls(packages) {
  const right = withUrls(packages);
  return Object.entries(packages)
    .filter(([path, { resolved }]) => resolved !== right[path]?.resolved)
    .map(([path]) => `package-lock.json: ${path} has no URL, or a wrong one. Run "npm run lock".`);
}

/** @param {string} path @param {LockedPackage} entry */
function urlOf(path, { name, version, link, inBundle }) {
  if (!path.includes(FOLDER) || link || inBundle) return undefined;
  const packageName = name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
  const file = `${packageName.slice(packageName.indexOf('/') + 1)}-${version}.tgz`;
  return `https://${HOST}/${packageName}/-/${file}`;
}
