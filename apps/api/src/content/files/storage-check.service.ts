import { Inject, Injectable } from '@nestjs/common';
import type { StorageCode } from '@sitedesk/contract/files';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { facts, type SystemFinding } from '../../platform/system/run-checks.js';
import { SystemService } from '../../platform/system/system.service.js';
import { BlobStore, StoreAway } from './blob-store.js';
import { SiteStores } from './site-stores.js';
import { StoreError, type StoreProblem } from './object-store.js';

/** Less than a check may take, which would say nothing of what it waited for. */
const PATIENCE_MS = 2_000;

const CODES: Readonly<Record<StoreProblem, StorageCode>> = {
  missing: 'storage-away',
  away: 'storage-away',
  'unknown-key': 'storage-key',
  'wrong-secret': 'storage-secret',
  denied: 'storage-denied',
  'no-bucket': 'storage-bucket',
  'wrong-region': 'storage-region',
  clock: 'storage-clock',
};

/** Finds out whether files can be stored and read, by doing both with a small one. */
@Injectable()
export class StorageCheckService {
  constructor(
    private readonly blobs: BlobStore,
    private readonly sites: SiteStores,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    system: SystemService,
  ) {
    system.add('storage', 85, () => this.check());
  }

  private async check(): Promise<SystemFinding<StorageCode>> {
    const [store, previous] = this.sites.server;
    const isOperator = this.runtime.env.tenancy === 'single'; // as is a site's administrator only there
    const places = isOperator ? { place: store.place, previousPlace: previous?.place } : {};
    const tried = this.tryOut().then(
      () => previous?.size(`check/${randomUUID()}`).then(() => undefined),
      (error: unknown) => error,
    );
    const found = await Promise.race([tried.catch((error: unknown) => error), sleep(PATIENCE_MS, 'silent')]);
    if (found === undefined && !previous) return { status: 'ok', code: 'storage-ok', facts: facts(places) };
    if (found === undefined) return { status: 'warning', code: 'storage-moving', facts: facts(places) };
    if (found === 'silent') return { status: 'failed', code: 'storage-silent', facts: facts(places) };
    const cause = found instanceof StoreAway ? found.cause : found;
    const response = isOperator && cause instanceof Error ? cause.message : undefined;
    const code = cause instanceof StoreError ? CODES[cause.problem] : 'storage-folder';
    return { status: 'failed', code, facts: facts({ ...places, response }) };
  }

  private async tryOut(): Promise<void> {
    const [store] = this.sites.server;
    const content = randomUUID();
    const key = `check/${content}`;
    await this.blobs.withWorkFile(async (path) => {
      await writeFile(path, content);
      await store.put(key, { path, size: content.length });
    });
    try {
      if ((await text(await store.get(key))) !== content)
        throw new StoreError('away', `${store.place} sent something else than what was stored.`);
    } finally {
      await store.remove(key);
    }
  }
}
