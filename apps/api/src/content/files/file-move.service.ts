import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { EntityManager } from 'typeorm';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { blobKey, BlobStore } from './blob-store.js';
import { sha256OfStream } from './local-files.js';
import { isMissing, type ObjectStore, StoreError } from './object-store.js';
import { contentsOf, forEach, isKnown, namesOf } from './stored-contents.js';

/** Contents that are moved at a time. */
const AT_ONCE = 4;

export interface MoveReport {
  /** Contents that were moved, or would be. */
  contents: number;
  /** Pictures made of others, as well. */
  variants: number;
  octets: number;
  /** Contents that were moved before. */
  present: number;
  /** What couldn't be moved, as sentences. */
  readonly problems: string[];
}

/**
 * Moves all contents from the previous store to the current one. Both serve in the meantime: what isn't here yet is read there. It can be
 * interrupted at any moment and run again; what is here whole already is not moved twice. Nothing is removed there.
 */
@Injectable()
export class FileMoveService {
  constructor(
    private readonly manager: EntityManager,
    private readonly tenants: TenantsService,
    private readonly blobs: BlobStore,
  ) {}

  /** @param onMoved is called after each content. @throws StoreError when a store is away */
  async move(from: ObjectStore, isDry: boolean, onMoved: (report: MoveReport) => void): Promise<MoveReport> {
    const report: MoveReport = { contents: 0, variants: 0, octets: 0, present: 0, problems: [] };
    for (const { id: tenantId } of await this.tenants.list()) {
      await forEach(contentsOf(this.manager, tenantId), AT_ONCE, async ({ hash, size }) => {
        const key = blobKey(tenantId, hash);
        if ((await this.blobs.store.size(key)) === size) return void (report.present += 1);
        if (!isDry && !(await this.moveContent(from, tenantId, hash, report.problems))) return;
        report.contents += 1;
        report.octets += size;
        onMoved(report);
      });
      await forEach(from.list(`${tenantId}/variants/`), AT_ONCE, async ({ key, size }) => {
        const hash = key.split('/').at(-2) ?? '';
        if ((await this.blobs.store.size(key)) === size || !(await isKnown(this.manager, tenantId, hash)))
          return;
        if (!isDry) {
          await this.copy(from, key);
          await this.removeUnlessKnown(tenantId, hash);
        }
        report.variants += 1;
        onMoved(report);
      });
    }
    return report;
  }

  /** @returns whether it is here now */
  private async moveContent(
    from: ObjectStore,
    tenantId: string,
    hash: string,
    problems: string[],
  ): Promise<boolean> {
    try {
      await this.copy(from, blobKey(tenantId, hash), hash);
    } catch (error) {
      if (!isMissing(error) && !(error instanceof WrongContent)) throw error;
      if (!(await isKnown(this.manager, tenantId, hash))) return false; // deleted in the meantime
      const names = (await namesOf(this.manager, tenantId, hash)).join(', ');
      const what = error instanceof WrongContent ? 'is damaged' : 'is missing';
      problems.push(`${hash} (${names}) ${what} in ${from.place}.`);
      return false;
    }
    return this.removeUnlessKnown(tenantId, hash);
  }

  /**
   * Copies an object, and reads it again where it is now.
   * @throws WrongContent when it isn't the one of that hash
   */
  private async copy(from: ObjectStore, key: string, hash?: string): Promise<void> {
    const { store } = this.blobs;
    await this.blobs.withWorkFile(async (path) => {
      const read = createHash('sha256');
      const content = await from.get(key);
      content.on('data', (chunk: Buffer) => read.update(chunk));
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      const sha256 = read.digest('hex');
      if (hash !== undefined && sha256 !== hash) throw new WrongContent();
      await store.put(key, { path, size: (await stat(path)).size, sha256 });
      if ((await sha256OfStream(await store.get(key))) === sha256) return;
      await store.remove(key);
      throw new StoreError('away', `${store.place} sent something else than what was stored as ${key}.`);
    });
  }

  /** What was deleted while it was copied goes again; deleting has the same lock. @returns whether it stayed */
  private async removeUnlessKnown(tenantId: string, hash: string): Promise<boolean> {
    return this.manager.transaction(async (manager) => {
      await manager.query('SELECT 1 FROM storage_total WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
      if (await isKnown(manager, tenantId, hash)) return true;
      await this.blobs.remove(tenantId, hash);
      return false;
    });
  }
}

class WrongContent extends Error {}
