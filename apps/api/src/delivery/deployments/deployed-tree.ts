import { DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import { DeploymentRefused } from './deployment-refused.js';
import { pathKey, shown, typeProblem } from './deployed-path.js';

/** Files that say how others are served, and are never served themselves. */
export const RULE_FILES: readonly string[] = ['_headers', '_redirects'];

/** Of all files of a deployment, those that visitors can get have types that are served, and one is its page. @throws DeploymentRefused */
export function requireDeployable(paths: readonly string[]): void {
  const served = paths.filter((path) => !RULE_FILES.includes(path));
  for (const path of served) {
    const problem = typeProblem(path);
    if (problem) throw new DeploymentRefused(problem);
  }
  requireIndex(served);
}

/**
 * Refuses two names for one file, also a file where another needs a folder.
 * @param paths a folder's ends with a slash
 * @throws DeploymentRefused
 */
export function requireDistinct(paths: readonly string[]): void {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const path of paths) {
    const parts = path.split('/');
    const isFolder = parts.at(-1) === '';
    if (isFolder) parts.pop();
    for (let length = 1; length < parts.length + (isFolder ? 1 : 0); length += 1) {
      const folder = parts.slice(0, length).join('/');
      const other = folders.get(pathKey(folder)) ?? folder;
      if (other !== folder) throw duplicate(folder, other);
      folders.set(pathKey(folder), folder);
    }
    if (isFolder) continue;
    const other = files.get(pathKey(path));
    if (other !== undefined) throw duplicate(path, other);
    files.set(pathKey(path), path);
  }
  for (const [key, path] of files) {
    const other = folders.get(key);
    if (other !== undefined) throw duplicate(path, other);
  }
}

const duplicate = (path: string, other: string): DeploymentRefused =>
  new DeploymentRefused(TEXTS.duplicate({ path: shown(path), other: shown(other) }));

/** @throws DeploymentRefused that says where there is an index.html */
function requireIndex(paths: readonly string[]): void {
  if (paths.includes('index.html')) return;
  const [index] = paths
    .filter((path) => path.endsWith('/index.html'))
    .toSorted((a, b) => a.length - b.length);
  if (index === undefined) throw new DeploymentRefused(TEXTS.noIndex);
  throw new DeploymentRefused(TEXTS.indexIn({ folder: shown(index.slice(0, -'index.html'.length)) }));
}
