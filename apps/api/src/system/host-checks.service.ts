import { Inject, Injectable } from '@nestjs/common';
import { SYSTEM_LIMITS } from '@sitedesk/contract';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { ProxyWatch } from '../tenancy/proxy-watch.js';
import { facts, type SystemFinding } from './run-checks.js';

/** Looks at the machine: its disk, and what stands in front of it. */
@Injectable()
export class HostChecks {
  constructor(
    private readonly proxies: ProxyWatch,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  async proxy(): Promise<SystemFinding> {
    const seen = this.proxies.untrusted;
    if (seen) {
      const found = facts({ trusted: false, peer: seen.peer, seenAt: seen.seenAt.toISOString() });
      return { status: 'warning', code: 'proxy-untrusted', facts: found };
    }
    const trusted = !this.runtime.env.trustedProxies.isEmpty;
    return { status: 'ok', code: trusted ? 'proxy-ok' : 'proxy-none', facts: facts({ trusted }) };
  }

  async disk(): Promise<SystemFinding> {
    const { dataDir, tenancy } = this.runtime.env;
    const { bavail, blocks, bsize } = await statfs(existing(dataDir));
    const freeBytes = bavail * bsize;
    const path = tenancy === 'single' ? dataDir : undefined; // a site's administrator is not the operator
    const found = facts({ freeBytes, totalBytes: blocks * bsize, path });
    const { warningBytes, failedBytes } = SYSTEM_LIMITS.diskFree;
    if (freeBytes < failedBytes) return { status: 'failed', code: 'disk-full', facts: found };
    if (freeBytes < warningBytes) return { status: 'warning', code: 'disk-low', facts: found };
    return { status: 'ok', code: 'disk-ok', facts: found };
  }
}

/** With a database of one's own the folder need not be there; its disk is that of the nearest one that is. */
const existing = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
