import { Injectable } from '@nestjs/common';
import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import type { Message } from '@sitedesk/contract/messages';
import { buffer } from 'node:stream/consumers';
import { BlobStore } from '../../content/files/blob-store.js';
import { DeploymentRefused } from './deployment-refused.js';
import type { DeployedFile } from './deployment-contents.service.js';
import { shown } from './deployed-path.js';
import { rootReferences } from './index-references.js';
import { type HeaderRule, parseHeaders } from './rules/header-rules.js';
import { fileOf, parseRedirects, type RedirectRule } from './rules/redirect-rules.js';
import { HEADERS_FILE, REDIRECTS_FILE } from './rules/rule-lines.js';

/** How the files of a deployment are served, by the files that say so. */
export interface ServingRules {
  readonly redirects: readonly RedirectRule[];
  readonly headers: readonly HeaderRule[];
}

/** What was found in a deployment before it is taken live. */
export interface Inspection {
  /** Null where it has none. */
  readonly rules: ServingRules | null;
  readonly warnings: readonly Message[];
}

/** A page that is larger isn't read for what it asks for. */
const INDEX_BYTES = 1_000_000;
/** Of a kind; the next deployment shows the others. */
const WARNINGS = 3;
/** Served by the site itself, below any application. */
const OF_SITE = /^\/(?:media|_[a-z]+)\//;

/** Looks into a deployment whose contents are all stored: refuses wrong rules, and warns of what won't work for visitors. */
@Injectable()
export class DeploymentInspectionService {
  constructor(private readonly store: BlobStore) {}

  /** @param path of the application, without a slash at its end @throws DeploymentRefused that names the line of a wrong rule */
  async inspect(tenantId: string, path: string, files: readonly DeployedFile[]): Promise<Inspection> {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const paths = new Set(byPath.keys());
    const redirects = parseRedirects(await this.rulesOf(tenantId, byPath.get(REDIRECTS_FILE)), paths);
    const headers = parseHeaders(await this.rulesOf(tenantId, byPath.get(HEADERS_FILE)));
    const maps = files.filter((file) => file.path.endsWith('.map')).length;
    return {
      rules: redirects.length + headers.length > 0 ? { redirects, headers } : null,
      warnings: [
        ...hiddenRules(redirects, paths),
        ...(maps > 0 ? [TEXTS.sourceMaps({ count: maps })] : []),
        ...(await references(path, await this.indexOf(tenantId, byPath.get('index.html')), paths)),
      ],
    };
  }

  private async rulesOf(tenantId: string, file: DeployedFile | undefined): Promise<string> {
    if (!file) return '';
    const refused = new DeploymentRefused(TEXTS.ruleFileSize({ file: file.path, max: LIMITS.ruleBytes }));
    if (file.size > LIMITS.ruleBytes) throw refused;
    const octets = await buffer(await this.store.read(tenantId, file.hash));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(octets);
    } catch {
      throw refused;
    }
  }

  private async indexOf(tenantId: string, file: DeployedFile | undefined): Promise<string> {
    if (!file || file.size > INDEX_BYTES) return '';
    return (await buffer(await this.store.read(tenantId, file.hash))).toString();
  }
}

const hiddenRules = (redirects: readonly RedirectRule[], paths: ReadonlySet<string>): readonly Message[] =>
  redirects
    .filter(({ from }) => paths.has(fileOf(from)))
    .slice(0, WARNINGS)
    .map(({ from, line }) => TEXTS.ruleHidden({ file: REDIRECTS_FILE, line, path: shown(from) }));

async function references(
  path: string,
  html: string,
  paths: ReadonlySet<string>,
): Promise<readonly Message[]> {
  const base = `${path}/`;
  const asked = (await rootReferences(html)).filter((address) => !OF_SITE.test(address));
  const outside = asked.filter((address) => !address.startsWith(base));
  const missing = asked.filter(
    (address) => address.startsWith(base) && !paths.has(decoded(fileOf(address.slice(path.length)))),
  );
  return [
    ...outside.slice(0, 1).map((address) => TEXTS.rootPaths({ path: shown(address), base })),
    ...missing.slice(0, WARNINGS).map((address) => TEXTS.missingAsset({ path: shown(address) })),
  ];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
