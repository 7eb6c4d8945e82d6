import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { BlobStore, StoreAway } from './blob-store.js';
import { sha256OfStream } from './local-files.js';
import { isMissing } from './object-store.js';
import { contentsOf, forEach, isKnown, namesOf } from './stored-contents.js';

/** Contents that are read at a time. */
const AT_ONCE = 4;

export interface VerificationReport {
  contents: number;
  octets: number;
  /** Contents that no file has, such as of uploads that failed in their last moment. */
  unused: number;
  /** What is damaged or missing, as sentences. */
  readonly problems: string[];
}

/** Reads all contents, and compares them with their hashes. */
@Injectable()
export class FileVerificationService {
  constructor(
    private readonly manager: EntityManager,
    private readonly tenants: TenantsService,
    private readonly blobs: BlobStore,
  ) {}

  /** @param onVerified is called after each content. @throws StoreAway */
  async verify(onVerified: (report: VerificationReport) => void): Promise<VerificationReport> {
    const report: VerificationReport = { contents: 0, octets: 0, unused: 0, problems: [] };
    for (const { id: tenantId } of await this.tenants.list()) {
      await forEach(contentsOf(this.manager, tenantId), AT_ONCE, async ({ hash, size }) => {
        const problem = await this.problemOf(tenantId, hash);
        if (problem !== undefined && (await isKnown(this.manager, tenantId, hash))) {
          const names = (await namesOf(this.manager, tenantId, hash)).join(', ');
          report.problems.push(`${hash} (${names}) ${problem}.`);
        }
        report.contents += 1;
        report.octets += size;
        onVerified(report);
      });
      const { stores } = await this.blobs.placement(tenantId);
      await forEach(stores[0].list(`${tenantId}/blobs/`), AT_ONCE, async ({ key }) => {
        if (!(await isKnown(this.manager, tenantId, key.split('/').at(-1) ?? ''))) report.unused += 1;
      });
    }
    return report;
  }

  private async problemOf(tenantId: string, hash: string): Promise<string | undefined> {
    try {
      const found = await sha256OfStream(await this.blobs.read(tenantId, hash));
      return found === hash ? undefined : 'is damaged';
    } catch (error) {
      if (error instanceof StoreAway && isMissing(error.cause)) return 'is missing';
      throw error;
    }
  }
}
