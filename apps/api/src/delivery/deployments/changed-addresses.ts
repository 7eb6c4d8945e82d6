import type { DeployedFile } from './deployment-contents.service.js';
import { hasHashedName } from './deployed-path.js';

/**
 * Addresses of the site, decoded, that answer with something else once another deployment is live: files under names that stay, and the address
 * of the application itself. What has a hash in its name never changes.
 * @param path of the application, without a slash at its end
 */
export function changedAddresses(
  path: string,
  before: readonly DeployedFile[],
  after: readonly DeployedFile[],
): readonly string[] {
  const [old, now] = [hashesOf(before), hashesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (file) => !hasHashedName(file) && old.get(file) !== now.get(file),
  );
  return changed.length === 0
    ? []
    : [path, `${path}/`, ...changed.toSorted().map((file) => `${path}/${file}`)];
}

const hashesOf = (files: readonly DeployedFile[]): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, hash }) => [path, hash]));
