import { Inject, Injectable } from '@nestjs/common';
import type { RetentionCode, RetentionKindName } from '@sitedesk/contract/retention';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../core/clock.js';
import { SettingsService } from '../settings/settings.service.js';
import { facts, type SystemFinding } from '../system/run-checks.js';
import { SystemService } from '../system/system.service.js';
import { keptDays, type RetentionKind } from './retention-kind.js';
import { RetentionRun } from './retention-run.entity.js';
import { RetentionService } from './retention.service.js';

type Finding = SystemFinding<RetentionCode>;

/** After the beginning of its day. */
const LATE_MS = 3 * 86_400_000;

const NAMES = {
  messages: ['removedMessages', 'dueMessages'],
  trash: ['removedTrash', 'dueTrash'],
  articles: ['removedArticles', 'dueArticles'],
  files: ['removedFiles', 'dueFiles'],
  versions: ['removedVersions', 'dueVersions'],
  'file-versions': ['removedFileVersions', 'dueFileVersions'],
  attempts: ['removedAttempts', 'dueAttempts'],
  emails: ['removedEmails', 'dueEmails'],
  webhooks: ['removedWebhooks', 'dueWebhooks'],
  imports: ['removedImports', 'dueImports'],
  audit: ['removedAudit', 'dueAudit'],
} as const satisfies Readonly<Record<RetentionKindName, readonly [string, string]>>;

/** What the system page says of the daily run: what it deleted, when, and what is due. */
@Injectable()
export class RetentionCheckService {
  constructor(
    system: SystemService,
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly retention: RetentionService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    system.add('retention', 55, (tenantId) => this.check(tenantId));
  }

  private async check(tenantId: string): Promise<Finding> {
    const run = await this.manager.findOneBy(RetentionRun, { tenantId });
    const due = await Promise.all(this.retention.kinds.map((kind) => this.due(kind, tenantId)));
    const removed = this.retention.kinds.map(({ name }) => [NAMES[name][0], run?.removed[name]] as const);
    const found = facts({
      lastRunAt: (run?.finishedAt ?? run?.startedAt)?.toISOString(),
      ...Object.fromEntries(removed),
      ...Object.fromEntries(due),
    });
    return { ...stateOf(run, this.clock.now()), facts: found };
  }

  private async due(kind: RetentionKind, tenantId: string): Promise<readonly [string, number | undefined]> {
    const days = keptDays(kind, await this.settings.values(tenantId));
    const due = days > 0 ? await this.retention.count(kind, tenantId, days) : undefined;
    return [NAMES[kind.name][1], due?.count || undefined];
  }
}

function stateOf(run: RetentionRun | null, now: number): Pick<Finding, 'status' | 'code'> {
  if (!run) return { status: 'ok', code: 'retention-first' };
  if (run.failedAt) return { status: 'failed', code: 'retention-failed' };
  if (now - Date.parse(run.day) > LATE_MS) return { status: 'warning', code: 'retention-late' };
  return { status: 'ok', code: run.finishedAt ? 'retention-ok' : 'retention-running' };
}
