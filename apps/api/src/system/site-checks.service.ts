import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SYSTEM_LIMITS } from '@sitedesk/contract';
import { Repository } from 'typeorm';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { type PreparedStatement, Sql, unavailableAware } from '../database/sql.js';
import { describeProvider } from '../email/connection-string.js';
import {
  DeliveryNotConfiguredError,
  DeliveryReadiness,
  type DeliveryRoute,
} from '../outbox/delivery-readiness.service.js';
import { ProviderState } from '../outbox/provider-state.entity.js';
import { SettingsService } from '../settings/settings.service.js';
import { facts, type SystemFinding } from './run-checks.js';

const DAY_MS = 86_400_000;
/** Mails among which the newest attempt is looked for. */
const RECENT_MAILS = 50;

const KEYS: PreparedStatement = {
  name: 'system_keys',
  text: `
SELECT (SELECT created_at FROM tenant_key WHERE tenant_id = $1 AND purpose = 'data' AND retired_at IS NULL) AS "createdAt",
       (SELECT count(DISTINCT tenant_id)::int FROM tenant_key WHERE NOT starts_with(wrapped_key, $2)) AS "sitesBehind",
       (SELECT count(*)::int FROM setting
         WHERE tenant_id = $1 AND value LIKE 'enc:v1:%' AND NOT starts_with(value, $2)) AS "settingsBehind"`,
};

const LAST_ATTEMPT: PreparedStatement = {
  name: 'system_last_attempt',
  text: `
SELECT d.at, d.outcome, d.provider, d.detail
FROM (SELECT id FROM outbox_message WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${RECENT_MAILS}) o
JOIN delivery_attempt d ON d.outbox_id = o.id AND d.tenant_id = $1
ORDER BY d.at DESC LIMIT 1`,
};

const OUTBOX: PreparedStatement = {
  name: 'system_outbox',
  text: `
SELECT count(*)::int AS waiting, extract(epoch FROM now() - min(created_at))::float8 AS "oldestSeconds",
       (SELECT count(*)::int FROM (SELECT 1 FROM contact_submission
         WHERE tenant_id = $1 AND undelivered = 'failed' LIMIT ${SYSTEM_LIMITS.countCap}) failed) AS failed
FROM (SELECT created_at FROM outbox_message WHERE tenant_id = $1 AND state = 'queued'
       ORDER BY next_attempt_at LIMIT ${SYSTEM_LIMITS.countCap}) waiting`,
};

interface KeysRow {
  readonly createdAt: Date | null;
  readonly sitesBehind: number;
  readonly settingsBehind: number;
}

interface AttemptRow {
  readonly at: Date;
  readonly outcome: string;
  readonly provider: string;
  readonly detail: string;
}

interface OutboxRow {
  readonly waiting: number;
  readonly oldestSeconds: number | null;
  readonly failed: number;
}

/** Looks at what belongs to one site: its keys, its mail, its outbox. Of other sites it says how many, never which. */
@Injectable()
export class SiteChecks {
  constructor(
    private readonly sql: Sql,
    private readonly settings: SettingsService,
    private readonly readiness: DeliveryReadiness,
    @InjectRepository(ProviderState) private readonly states: Repository<ProviderState>,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  async keys(tenantId: string): Promise<SystemFinding> {
    const { currentKeyId, keyIds } = this.runtime.keyRing;
    const [row] = await this.sql.run<KeysRow>(KEYS, [tenantId, `enc:v1:${currentKeyId}:`]);
    const { createdAt = null, sitesBehind = 0, settingsBehind = 0 } = row ?? {};
    const keyAgeDays = createdAt && Math.floor((Date.now() - createdAt.getTime()) / DAY_MS);
    const found = facts({
      ...{ masterKeyId: currentKeyId, masterKeys: keyIds.length },
      ...{ keyCreatedAt: createdAt?.toISOString(), keyAgeDays, sitesBehind },
    });
    const unreadable = (await this.settings.list(tenantId)).some(({ source }) => source === 'unreadable');
    if (unreadable) return { status: 'failed', code: 'keys-unreadable', facts: found };
    if (sitesBehind + settingsBehind > 0)
      return { status: 'warning', code: 'keys-retired-in-use', facts: found };
    if ((keyAgeDays ?? 0) > SYSTEM_LIMITS.keyAgeDays)
      return { status: 'warning', code: 'keys-old', facts: found };
    return { status: 'ok', code: 'keys-ok', facts: found };
  }

  async mail(tenantId: string): Promise<SystemFinding> {
    const route = await this.readiness.route(tenantId).catch(asNotConfigured);
    const [last] = await this.sql.run<AttemptRow>(LAST_ATTEMPT, [tenantId]);
    const history = {
      ...{ lastAttemptAt: last?.at.toISOString(), lastOutcome: last?.outcome, lastDetail: last?.detail },
    };
    if (route instanceof DeliveryNotConfiguredError) {
      const found = facts({ problem: route.message, ...history });
      return { status: 'failed', code: 'mail-not-usable', facts: found };
    }
    const state = await unavailableAware(() => this.states.findOneBy({ tenantId }));
    const provider = describeProvider(route.provider);
    if (state && state.fingerprint === route.fingerprint) {
      const news = { lastDetail: state.detail, lastOutcome: state.kind };
      const at = {
        lastAttemptAt: state.lastAttemptAt.toISOString(),
        heldUntil: state.heldUntil.toISOString(),
      };
      return { status: 'failed', code: 'mail-failing', facts: facts({ provider, ...news, ...at }) };
    }
    return { ...usableMail(route, last), facts: facts({ provider, ...history }) };
  }

  async outbox(tenantId: string): Promise<SystemFinding> {
    const [row] = await this.sql.run<OutboxRow>(OUTBOX, [tenantId]);
    const oldestSeconds = Math.round(row?.oldestSeconds ?? 0);
    const found = facts({ waiting: row?.waiting ?? 0, oldestSeconds, failed: row?.failed ?? 0 });
    const { warningSeconds, failedSeconds } = SYSTEM_LIMITS.outbox;
    if (oldestSeconds > failedSeconds) return { status: 'failed', code: 'outbox-stuck', facts: found };
    if (oldestSeconds > warningSeconds) return { status: 'warning', code: 'outbox-late', facts: found };
    if (!this.runtime.env.outbox.worker) return { status: 'warning', code: 'outbox-off', facts: found };
    return { status: 'ok', code: 'outbox-ok', facts: found };
  }
}

function usableMail({ provider }: DeliveryRoute, last: AttemptRow | undefined): SystemFinding {
  if (provider.kind === 'none') return { status: 'warning', code: 'mail-none' };
  if (!last) return { status: 'warning', code: 'mail-untried' };
  return last.outcome === 'sent'
    ? { status: 'ok', code: 'mail-ok' }
    : { status: 'warning', code: 'mail-failing' };
}

function asNotConfigured(error: unknown): DeliveryNotConfiguredError {
  if (error instanceof DeliveryNotConfiguredError) return error;
  throw error;
}
