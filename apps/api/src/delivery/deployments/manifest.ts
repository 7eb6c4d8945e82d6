import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import type { StartDeploymentDto } from '@sitedesk/contract/deployments.dto';
import { createHash } from 'node:crypto';
import { pathProblem, shown } from './deployed-path.js';
import { requireDeployable, requireDistinct } from './deployed-tree.js';
import type { DeployedFile } from './deployment-contents.service.js';
import { DeploymentRefused } from './deployment-refused.js';

/** Checks a list of files by the same rules as an archive. @returns them by path @throws DeploymentRefused */
export function filesOfManifest({ files }: Pick<StartDeploymentDto, 'files'>): readonly DeployedFile[] {
  const entries = Object.entries(files as Readonly<Record<string, unknown>>); // a tree: nobody has looked at its members
  if (entries.length > LIMITS.files) throw new DeploymentRefused(TEXTS.tooManyFiles({ max: LIMITS.files }));
  const listed = entries.map(([path, file]): DeployedFile => {
    const problem = pathProblem(path);
    if (problem) throw new DeploymentRefused(problem);
    if (!isManifestFile(file)) throw new DeploymentRefused(TEXTS.manifestFile({ path: shown(path) }));
    return { path, hash: file.sha256, size: file.bytes };
  });
  requireDistinct(listed.map(({ path }) => path));
  requireDeployable(listed.map(({ path }) => path));
  requireOneSize(listed);
  if (listed.reduce((sum, { size }) => sum + size, 0) > LIMITS.unpacked)
    throw new DeploymentRefused(TEXTS.tooMuch({ max: LIMITS.unpacked }));
  return listed.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** What is the same for the same files, however the list was written. @param files by path */
export function digestOf(files: readonly DeployedFile[], draft: boolean): string {
  const hash = createHash('sha256').update(draft ? 'draft\n' : 'live\n');
  for (const { path, hash: content, size } of files) hash.update(`${content} ${size} ${path}\n`);
  return hash.digest('hex');
}

function isManifestFile(file: unknown): file is { readonly sha256: string; readonly bytes: number } {
  if (typeof file !== 'object' || file === null || !('sha256' in file) || !('bytes' in file)) return false;
  const { sha256, bytes } = file;
  const isHash = typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
  return (
    isHash && typeof bytes === 'number' && Number.isInteger(bytes) && bytes >= 0 && bytes <= LIMITS.unpacked
  );
}

/** Of a content that several files have. */
function requireOneSize(files: readonly DeployedFile[]): void {
  const sizes = new Map<string, number>();
  for (const { path, hash, size } of files) {
    if ((sizes.get(hash) ?? size) !== size)
      throw new DeploymentRefused(TEXTS.manifestFile({ path: shown(path) }));
    sizes.set(hash, size);
  }
}
