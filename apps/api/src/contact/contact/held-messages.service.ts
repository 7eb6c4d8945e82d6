import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EMAIL_TARGET } from '../../email/outbox/email-kind.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { MAILING_LIST } from '../mailing-list/mailing-list.entity.js';
import { SubscriptionsService } from '../mailing-list/subscriptions.service.js';
import { readContactSettings } from '../settings/contact-settings.js';
import { CONTACT_NOTIFICATION } from './notification-statements.js';

/** `$1` the tenant, `$2` the ids, `$3` whether someone is to be notified. In the order of their ids, as every action locks them. */
const RELEASE = `
WITH chosen AS (
  SELECT s.id, s.tenant_id FROM contact_submission s
  WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[]) AND s.folder = 'held'
  ORDER BY s.id FOR UPDATE
), posted AS (
  INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
  SELECT id, tenant_id, '${CONTACT_NOTIFICATION}', '${EMAIL_TARGET}', 'queued', now(), now() FROM chosen WHERE $3::boolean
)
UPDATE contact_submission s SET folder = 'inbox', status = CASE WHEN $3::boolean THEN 'queued' ELSE 'stored' END
FROM chosen WHERE s.id = chosen.id AND s.tenant_id = $1 RETURNING s.id, s.page`;

const ENROL = `
INSERT INTO job (id, tenant_id, kind, target, subject_id, data, state, created_at, next_attempt_at)
SELECT t."jobId", $1::uuid, '${MAILING_LIST}', '${MAILING_LIST}', t.id, jsonb_build_object('confirm', t.confirm), 'queued', now(), now()
FROM json_to_recordset($2) AS t(id uuid, "jobId" uuid, confirm boolean)`;

interface Released {
  readonly id: string;
  readonly page: string | null;
}

/** What happens to held messages that someone releases: all that would have happened when they came in. */
@Injectable()
export class HeldMessagesService {
  constructor(
    private readonly settings: SettingsService,
    private readonly subscriptions: SubscriptionsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns ids of those that were held until now */
  async release(
    manager: EntityManager,
    tenantId: string,
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const { alertsEnabled } = await this.settings.read(tenantId, readContactSettings);
    // TypeORM answers an UPDATE with its rows and their number.
    const [released] = await manager.query<[readonly Released[], number]>(RELEASE, [
      tenantId,
      ids,
      alertsEnabled,
    ]);
    const enrolments = await Promise.all(
      released.map(async ({ id, page }) => {
        const enrolment = await this.subscriptions.of(tenantId, { page }, this.clock.now());
        return enrolment ? [{ id, ...enrolment }] : [];
      }),
    );
    if (enrolments.flat().length > 0)
      await manager.query(ENROL, [tenantId, JSON.stringify(enrolments.flat())]);
    return released.map(({ id }) => id);
  }
}
