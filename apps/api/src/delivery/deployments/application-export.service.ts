import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { BlobStore } from '../../content/files/blob-store.js';
import { type ExportFile, fileOf } from '../../content/static-export/export-file.js';
import { StaticExportService } from '../../content/static-export/static-export.service.js';
import type { ResolvedTenant } from '../../platform/tenancy/tenants.service.js';
import type { DeployedFile } from './deployment-contents.service.js';
import { typeOfPath } from './deployed-path.js';
import { RULE_FILES } from './deployed-tree.js';

/** Rows read at a time. */
const BATCH = 500;
const LIVE = `SELECT l.path, p.number, p.live_deployment AS deployment FROM application p
  JOIN live_page l ON l.tenant_id = p.tenant_id AND l.number = p.number AND l.kind = 'page' AND NOT l.hidden
  WHERE p.tenant_id = $1 AND p.live_deployment IS NOT NULL ORDER BY p.number`;
const FILES = `SELECT path, hash, size::integer AS size FROM deployment_file
  WHERE tenant_id = $1 AND article_number = $2 AND deployment = $3 AND path > $4 ORDER BY path LIMIT ${BATCH}`;

interface LiveApplication {
  readonly path: string;
  readonly number: number;
  readonly deployment: number;
}

/** Puts the files of applications that are live into exports of the site, each application as it was when its first file was read. */
@Injectable()
export class ApplicationExportService {
  constructor(
    private readonly manager: EntityManager,
    private readonly store: BlobStore,
    exports: StaticExportService,
  ) {
    exports.addFiles((tenant) => this.filesOf(tenant));
  }

  private async *filesOf({ id: tenantId }: ResolvedTenant): AsyncGenerator<ExportFile> {
    const applications: LiveApplication[] = await this.manager.query(LIVE, [tenantId]);
    for (const { path, number, deployment } of applications) {
      let last = '';
      for (;;) {
        const rows: DeployedFile[] = await this.manager.query(FILES, [tenantId, number, deployment, last]);
        for (const file of rows) {
          const exported = RULE_FILES.includes(file.path) ? undefined : this.exported(tenantId, path, file);
          if (exported) yield exported;
        }
        last = rows.at(-1)?.path ?? '';
        if (rows.length < BATCH) break;
      }
    }
  }

  private exported(
    tenantId: string,
    base: string,
    { path, hash, size }: DeployedFile,
  ): ExportFile | undefined {
    const file = fileOf(`${base}/${path}`.split('/').map(encodeURIComponent).join('/'));
    if (file === undefined) return undefined;
    const type = typeOfPath(path) ?? 'application/octet-stream';
    const isPacked = !/^text|json|javascript|svg|xml/.test(type);
    return { path: file, tag: hash, size, type, isPacked, read: () => this.store.read(tenantId, hash) };
  }
}
