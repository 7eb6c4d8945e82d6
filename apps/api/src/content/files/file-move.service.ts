import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { blobKey, BlobStore } from './blob-store.js';
import { copyObject, removeUnlessKnown, WrongContent } from './copy-object.js';
import { isMissing, type ObjectStore } from './object-store.js';
import { SiteStores } from './site-stores.js';
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
 * Moves all contents from the previous store of the server to the current one. Both serve in the meantime: what isn't here yet is read there. It can be
 * interrupted at any moment and run again; what is here whole already is not moved twice. Nothing is removed there.
 */
@Injectable()
export class FileMoveService {
  constructor(
    private readonly manager: EntityManager,
    private readonly tenants: TenantsService,
    private readonly blobs: BlobStore,
    private readonly sites: SiteStores,
  ) {}

  /** @param onMoved is called after each content. @throws StoreError when a store is away */
  async move(from: ObjectStore, isDry: boolean, onMoved: (report: MoveReport) => void): Promise<MoveReport> {
    const report: MoveReport = { contents: 0, variants: 0, octets: 0, present: 0, problems: [] };
    const [to] = this.sites.server;
    for (const { id: tenantId, name } of await this.tenants.list()) {
      const { stores, isUnderWay } = await this.sites.of(tenantId);
      if (isUnderWay)
        report.problems.push(`The site ${name} is moving its files itself. Run this again later.`);
      if (isUnderWay || stores[0] !== to) continue; // its files are in a bucket of its own
      await forEach(contentsOf(this.manager, tenantId), AT_ONCE, async ({ hash, size }) => {
        const key = blobKey(tenantId, hash);
        if ((await to.size(key)) === size) return void (report.present += 1);
        if (!isDry && !(await this.moveContent(from, tenantId, hash, report.problems))) return;
        report.contents += 1;
        report.octets += size;
        onMoved(report);
      });
      await forEach(from.list(`${tenantId}/variants/`), AT_ONCE, async ({ key, size }) => {
        const hash = key.split('/').at(-2) ?? '';
        if ((await to.size(key)) === size || !(await isKnown(this.manager, tenantId, hash))) return;
        if (!isDry) {
          await copyObject(this.blobs, await from.get(key), to, key);
          await removeUnlessKnown(this.manager, this.blobs, tenantId, hash);
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
      const key = blobKey(tenantId, hash);
      await copyObject(this.blobs, await from.get(key), this.sites.server[0], key, hash);
    } catch (error) {
      if (!isMissing(error) && !(error instanceof WrongContent)) throw error;
      if (!(await isKnown(this.manager, tenantId, hash))) return false; // deleted in the meantime
      const names = (await namesOf(this.manager, tenantId, hash)).join(', ');
      const what = error instanceof WrongContent ? 'is damaged' : 'is missing';
      problems.push(`${hash} (${names}) ${what} in ${from.place}.`);
      return false;
    }
    return removeUnlessKnown(this.manager, this.blobs, tenantId, hash);
  }
}
