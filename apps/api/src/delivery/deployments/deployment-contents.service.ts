import { HttpStatus, Injectable } from '@nestjs/common';
import { DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import { STORAGE_FULL } from '@sitedesk/contract/files';
import { EntityManager } from 'typeorm';
import { BlobStore } from '../../content/files/blob-store.js';
import { readFileSettings } from '../../content/files/file-settings.js';
import { noteRemoved } from '../../content/files/remove-files.js';
import { forEach } from '../../content/files/stored-contents.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { DeploymentRefused } from './deployment-refused.js';
import { type Unpacked, unpackFile } from './unpack-archive.js';
import type { ZippedFile } from './zip-archive.js';

/** A file of a deployment: where it is, and what. */
export interface DeployedFile {
  readonly path: string;
  readonly hash: string;
  readonly size: number;
}

const AT_ONCE = 4;

/** Contents of deployments, in the store and among the contents of the file library, which counts them. */
@Injectable()
export class DeploymentContentsService {
  constructor(
    private readonly store: BlobStore,
    private readonly settings: SettingsService,
  ) {}

  /** Unpacks an archive into the store. What it has stored when it fails is noted to be removed. @throws DeploymentRefused, StoreAway */
  async unpack(
    manager: EntityManager,
    tenantId: string,
    files: readonly ZippedFile[],
  ): Promise<readonly DeployedFile[]> {
    const total: Unpacked = { bytes: 0 };
    const done: DeployedFile[] = [];
    try {
      await forEach(each(files), AT_ONCE, (file) =>
        this.store.withWorkFile(async (path) => {
          const content = await unpackFile(file, path, total);
          done.push({ path: file.path, hash: content.sha256, size: content.size });
          await this.store.keep(tenantId, content);
        }),
      );
      return done;
    } catch (error) {
      await this.forget(manager, tenantId, done);
      throw error;
    }
  }

  /** Files that don't come to be deployed: contents that nothing else has are removed from the store. */
  async forget(manager: EntityManager, tenantId: string, files: readonly DeployedFile[]): Promise<void> {
    for (const { hash } of files) await noteRemoved(manager, tenantId, hash).catch(() => undefined);
  }

  /**
   * Counts contents that the site doesn't have yet, as part of a transaction.
   * @returns their octets
   * @throws DeploymentRefused when there is no room, or when one was just removed
   */
  async add(
    manager: EntityManager,
    tenantId: string,
    files: readonly DeployedFile[],
    at: Date,
  ): Promise<number> {
    const { quota } = await this.settings.read(tenantId, readFileSettings);
    await manager.query('INSERT INTO storage_total (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      tenantId,
    ]);
    // What removes contents waits here as well.
    const [total]: { taken: string }[] = await manager.query(
      'SELECT used + reserved AS taken FROM storage_total WHERE tenant_id = $1 FOR UPDATE',
      [tenantId],
    );
    const contents = [...new Map(files.map(({ hash, size }) => [hash, size]))].map(([hash, size]) => ({
      hash,
      size,
    }));
    const added: { hash: string; size: string }[] = await manager.query(
      `INSERT INTO blob (tenant_id, hash, size, created_at)
       SELECT $1, x.hash, x.size, $3 FROM json_to_recordset($2) AS x (hash text, size bigint) ORDER BY x.hash
       ON CONFLICT DO NOTHING RETURNING hash, size`,
      [tenantId, JSON.stringify(contents), at],
    );
    const bytes = added.reduce((sum, { size }) => sum + Number(size), 0);
    if (bytes > 0 && Number(total?.taken) + bytes > quota)
      throw new DeploymentRefused(TEXTS.noRoom, HttpStatus.PAYLOAD_TOO_LARGE, STORAGE_FULL);
    await manager.query('UPDATE storage_total SET used = used + $2 WHERE tenant_id = $1', [tenantId, bytes]);
    const placement = await this.store.placement(tenantId, manager);
    await forEach(each(added), AT_ONCE, async ({ hash, size }) => {
      if (!(await this.store.has(tenantId, hash, Number(size), placement)))
        throw new DeploymentRefused(TEXTS.interrupted, HttpStatus.SERVICE_UNAVAILABLE);
    });
    return bytes;
  }
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
