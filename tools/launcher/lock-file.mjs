import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

/**
 * npm asks the registry where a package is unless the lock file says so: one request for each of more than a thousand packages,
 * before each first start. A registry's own host must not stand there, as everyone has theirs. In place of this one, which no
 * host can have (RFC 6761), npm puts the registry in use: `replace-registry-host` in `.npmrc`.
 */
const HOST = 'packages.invalid';
const FOLDER = 'node_modules/';

/**
 * @typedef {{ readonly name?: string, readonly version?: string, readonly resolved?: string, readonly link?: boolean, readonly inBundle?: boolean }} LockedPackage
 * @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages by path
 */

/** `npm run lock`: writes the address of each package into package-lock.json, after `npm install` has added packages to it. */
export function writeAddresses() {
  const file = join(ROOT, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: withAddresses(lock.packages) }, null, 2)}\n`);
}

/**
 * Our own packages and those that come inside others have no address.
 * @param {LockedPackages} packages
 * @returns {LockedPackages}
 */
export function withAddresses(packages) {
  return Object.fromEntries(
    Object.entries(packages).map(([path, entry]) => {
      const address = addressOf(path, entry);
      if (address === undefined) return [path, entry];
      const { name, version } = entry;
      // In npm's order, so that npm changes nothing when it writes the file.
      const first = { ...(name && { name }), version, resolved: address };
      return [path, { ...first, ...entry, resolved: address }];
    }),
  );
}

/**
 * One sentence for each package whose address is missing or is that of one registry.
 * @param {LockedPackages} packages
 */
export function wrongAddresses(packages) {
  return Object.entries(packages)
    .filter(([path, entry]) => {
      const address = addressOf(path, entry);
      return address !== undefined && address !== entry.resolved;
    })
    .map(([path]) => `package-lock.json: ${path} needs an address. Run "npm run lock".`);
}

/** @param {string} path @param {LockedPackage} entry */
function addressOf(path, { name, version, link, inBundle }) {
  if (!path.includes(FOLDER) || link || inBundle) return undefined;
  const packageName = name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
  const file = `${packageName.slice(packageName.indexOf('/') + 1)}-${version}.tgz`;
  return `https://${HOST}/${packageName}/-/${file}`;
}
