import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';

/** Messages looked for at a time. */
const BATCH = 500;
const OWN =
  'SELECT count(*)::int AS count FROM contact_submission WHERE tenant_id = $1 AND id = ANY($2::uuid[])';
const OF_OTHERS =
  'SELECT count(*)::int AS count FROM contact_submission WHERE tenant_id <> $1 AND id = ANY($2::uuid[])';

/** How many messages of an archive are new at a site, how many it has, and how many another site of the server has. */
export interface MessageCounts {
  readonly added: number;
  readonly present: number;
  readonly elsewhere: number;
}

/** Messages of an archive, beside what a site and the server have. */
@Injectable()
export class ArchiveMessagesService {
  constructor(private readonly manager: EntityManager) {}

  /** @param lines rows as JSON */
  async count(tenantId: string, lines: AsyncIterable<string>): Promise<MessageCounts> {
    let [all, present, elsewhere] = [0, 0, 0];
    let ids: string[] = [];
    const look = async (): Promise<void> => {
      present += await this.found(OWN, tenantId, ids);
      elsewhere += await this.found(OF_OTHERS, tenantId, ids);
      ids = [];
    };
    for await (const line of lines) {
      all += 1;
      if (ids.push((JSON.parse(line) as { id: string }).id) === BATCH) await look(); // verified
    }
    await look();
    return { added: all - present, present, elsewhere };
  }

  private async found(statement: string, tenantId: string, ids: readonly string[]): Promise<number> {
    const [row]: { count: number }[] = await this.manager.query(statement, [tenantId, ids]);
    return row?.count ?? 0;
  }
}

/** A message whose notification waited at the other site: it isn't sent from here. */
export function withoutNotification(text: string): string {
  const row = JSON.parse(text) as { readonly status: string }; // verified
  return row.status === 'queued' ? JSON.stringify({ ...row, status: 'stored' }) : text;
}
