import { Inject, Injectable } from '@nestjs/common';
import { storedCode } from '@sitedesk/contract/messages';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { ModelCatalogueService } from '../catalogue/model-catalogue.service.js';
import type { AiFailure } from '../provider/ai-failure.js';
import { AI_GROUP } from '../settings/ai-setting-definitions.js';
import type { AiSettings } from '../settings/ai-settings.js';
import { AiStateRow } from './ai-state.entity.js';

const SUCCEED = statement(
  'ai_succeed',
)`INSERT INTO ai_state AS s (tenant_id, configuration, success_at, latencies)
  VALUES ($1, $2, $3, ARRAY[$4::integer])
  ON CONFLICT (tenant_id) DO UPDATE SET configuration = $2, success_at = $3, failing_since = NULL, throttled_until = NULL,
    latencies = (CASE WHEN s.configuration = $2 THEN ARRAY[$4::integer] || s.latencies ELSE ARRAY[$4::integer] END)[1:50]`;
const FAIL = statement('ai_fail')`INSERT INTO ai_state AS s
  (tenant_id, configuration, failure_at, failing_since, failure_kind, detail, detail_code, throttled_until)
  VALUES ($1, $2, $3, $3, $4, $5, $6, $7)
  ON CONFLICT (tenant_id) DO UPDATE SET configuration = $2, failure_at = $3, failure_kind = $4, detail = $5, detail_code = $6,
    throttled_until = $7,
    failing_since = CASE WHEN s.configuration = $2 THEN coalesce(s.failing_since, $3) ELSE $3 END,
    success_at = CASE WHEN s.configuration = $2 THEN s.success_at END,
    latencies = CASE WHEN s.configuration = $2 THEN s.latencies ELSE '{}' END`;

/** Remembers how a site's provider behaved, for its status. */
@Injectable()
export class AiStateService {
  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
    editor: SettingEditorService,
    catalogue: ModelCatalogueService,
  ) {
    editor.addRule({
      write: async (manager, { context, drafts }) => {
        if (drafts.some(({ definition }) => definition.group === AI_GROUP))
          await manager.delete(AiStateRow, { tenantId: context.tenantId });
      },
      written: ({ context, drafts }) => {
        if (drafts.some(({ definition }) => definition.group === AI_GROUP))
          catalogue.forget(context.tenantId);
      },
    });
  }

  /** Null when nothing was asked since the settings changed. */
  async find(tenantId: string, settings: AiSettings): Promise<AiStateRow | null> {
    return this.manager.findOneBy(AiStateRow, { tenantId, configuration: configurationOf(settings) });
  }

  async succeeded(tenantId: string, settings: AiSettings, durationMs: number): Promise<void> {
    const now = new Date(this.clock.now());
    await this.sql.run(SUCCEED, [tenantId, configurationOf(settings), now, Math.round(durationMs)]);
  }

  async failed(tenantId: string, settings: AiSettings, failure: AiFailure): Promise<void> {
    const now = this.clock.now();
    const { kind, detail, details } = failure;
    const pauseMs = details.retryAfterSeconds === undefined ? undefined : details.retryAfterSeconds * 1_000;
    await this.sql.run(FAIL, [
      tenantId,
      configurationOf(settings),
      new Date(now),
      kind,
      detail.text,
      storedCode(detail),
      pauseMs === undefined ? null : new Date(now + pauseMs),
    ]);
  }
}

/** What a state is true of. The token isn't in it: a change of it forgets the state. */
const configurationOf = ({ target, model }: AiSettings): string =>
  JSON.stringify([target?.dialect, target?.base, target?.apiVersion, model]);
