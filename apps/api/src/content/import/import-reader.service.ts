import { Injectable } from '@nestjs/common';
import { ARTICLE_LIMITS } from '@sitedesk/contract/articles';
import { importNote } from '@sitedesk/contract/imports';
import { EntityManager } from 'typeorm';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { readSiteZone } from '../articles/site-zone.js';
import { UnreadableDocument } from './front-matter.js';
import { DocumentParserService } from './document-parser.service.js';
import { type ItemRow, type RunRow, STEPS } from './import-rows.js';

/** Reads documents that arrived: what can't be read stands in the report. */
@Injectable()
export class ImportReaderService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly parser: DocumentParserService,
  ) {}

  async read(tenantId: string, run: RunRow, item: ItemRow): Promise<void> {
    const zone = await this.settings.read(tenantId, readSiteZone);
    const { title, path, read, notes } = await this.rowOf(run, item, zone);
    await this.manager.query(
      `UPDATE import_item SET step = ${STEPS.read}, title = $4, path = $5, read = $6, notes = $7, raw = NULL
       WHERE tenant_id = $1 AND run_id = $2 AND external_id = $3 AND step = ${STEPS.arrived} AND input_hash = $8`,
      [
        tenantId,
        run.id,
        item.external_id,
        title,
        path,
        read && JSON.stringify(read),
        JSON.stringify(notes),
        item.input_hash,
      ],
    );
  }

  private async rowOf({ options }: RunRow, { external_id: externalId, format, raw }: ItemRow, zone: string) {
    const { blogKey } = options;
    try {
      const source = { externalId, format: format ?? 'markdown', content: raw ?? '' };
      const document = await this.parser.read(source, { isPost: blogKey !== null, zone });
      const path = blogKey === null || document.isPage ? `/${document.slug}` : `/${blogKey}/${document.slug}`;
      const read = { ...document, aliases: document.aliases.filter((alias) => alias !== path) };
      const title = [...read.title].slice(0, ARTICLE_LIMITS.title.max).join('');
      const isRefused = read.notes.some(({ level }) => level === 'error');
      return { title, path: isRefused ? null : path, read, notes: read.notes };
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      const notes = [importNote('error', error.reason, error.line)];
      return { title: externalId, path: null, read: null, notes };
    }
  }
}
