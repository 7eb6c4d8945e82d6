import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { CallerContext } from '../../platform/http/request-context.js';
import { nameKey } from '../files/file-rows.js';
import { FoldersService } from '../files/folders.service.js';
import { findRun, type RunRow } from './import-rows.js';

/** The folder of files with the pictures of an import. */
@Injectable()
export class RunFolderService {
  constructor(
    private readonly manager: EntityManager,
    private readonly folders: FoldersService,
  ) {}

  /** @returns its id; it's made where there is none, with the name of the import */
  async need(context: CallerContext, run: RunRow): Promise<string> {
    const now = await findRun(this.manager, context, run.id);
    const given = now?.options.folder;
    if (given) return given;
    const id = await this.inside(context, null, run.source);
    await this.manager.query(
      `UPDATE import_run SET options = options || jsonb_build_object('folder', $3::text) WHERE tenant_id = $1 AND id = $2`,
      [context.tenantId, run.id, id],
    );
    return id;
  }

  /** The folder of that name in another one, which is made where there is none. */
  async inside(context: CallerContext, parent: string | null, name: string): Promise<string> {
    const [found]: { readonly id: string }[] = await this.manager.query(
      'SELECT id FROM folder WHERE tenant_id = $1 AND parent_id IS NOT DISTINCT FROM $2 AND name_key = $3 AND trashed_at IS NULL',
      [context.tenantId, parent, nameKey(name)],
    );
    if (found) return found.id;
    const { answer } = await this.folders.create(context, { name, parent });
    return answer.id;
  }
}
