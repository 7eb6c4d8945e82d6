import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MAILING_LIST_LIMITS } from '@sitedesk/contract/mailing-list';
import { EntityManager } from 'typeorm';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { Sql, statement } from '../../platform/database/sql.js';
import type { Attempt, Job, Settled } from '../../platform/jobs/job-kind.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { SecretUnreadableError } from '../../platform/crypto/key-ring.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { MailingListError } from './mailing-list-provider.js';
import { MailingListProviders } from './mailing-list-providers.js';
import { type ContactForList, toMember } from './mailing-list-rules.js';
import { apiKeyPlace, isReady, MAILING_LIST, MailingList } from './mailing-list.entity.js';

/** Everything that is needed to send a contact; the version is the connection's. */
type JobContent = ContactForList &
  Pick<MailingList, 'provider' | 'apiUrl' | 'apiKey' | 'listId' | 'paused' | 'mapping' | 'version'> & {
    readonly confirm: boolean;
  };

const CONTENT = statement('mailing_list_content')`
SELECT s.name, s.email, s.page, s.hostname, s.received_at AS "receivedAt", (j.data->>'confirm')::boolean AS confirm,
       c.provider, c.api_url AS "apiUrl", c.api_key AS "apiKey", c.list_id AS "listId", c.paused, c.mapping, c.version
FROM job j
JOIN contact_submission s ON s.id = j.subject_id AND s.tenant_id = j.tenant_id
JOIN mailing_list c ON c.tenant_id = j.tenant_id
WHERE j.tenant_id = $1 AND j.id = $2`;

const COUNT_SYNCHRONISED = `
  UPDATE mailing_list m SET synchronised = synchronised + 1, last_synchronised_at = now()
  FROM settled WHERE m.tenant_id = settled.tenant_id AND settled.state = 'done'`;

/** A service that asks for a longer pause is asked again after this one. */
const MAX_RETRY_AFTER_SECONDS = 3_600;

/** Brings contacts to the mailing lists. A service that is out holds up the contacts of its own tenant only. */
@Injectable()
export class MailingListSyncService implements OnModuleInit {
  constructor(
    private readonly jobs: JobsService,
    private readonly providers: MailingListProviders,
    private readonly personalData: PersonalDataService,
    private readonly sql: Sql,
    private readonly manager: EntityManager,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      kind: MAILING_LIST,
      target: { name: MAILING_LIST, fingerprint: (tenantId) => this.fingerprint(tenantId) },
      effects: [COUNT_SYNCHRONISED],
      run: (job) => this.bring(job),
      settled: (job, attempt, result) => this.settled(job, attempt, result),
    });
  }

  private async bring(job: Job): Promise<Attempt> {
    const [content] = await this.sql.run<JobContent>(CONTENT, [job.tenantId, job.id]);
    if (!content) return { outcome: 'done' }; // the message or the connection is gone
    const { listId } = content;
    if (listId === null || content.paused) return { outcome: 'retry', retryInSeconds: 0, uncounted: true };
    try {
      await this.upsert(job, content, listId);
      return { outcome: 'done' };
    } catch (error) {
      return this.failed(job, content, asMailingListError(error));
    }
  }

  private async upsert({ tenantId }: Job, content: JobContent, listId: string): Promise<void> {
    const apiKey = await this.personalData.decrypt(tenantId, apiKeyPlace(tenantId), content.apiKey);
    const access = { apiUrl: content.apiUrl, apiKey };
    const member = toMember(content, content.mapping, content);
    await this.providers.get(content.provider).upsert(access, listId, member);
  }

  private failed({ attempts }: Job, { version }: JobContent, error: MailingListError): Attempt {
    const { kind, reason: detail, options } = error;
    const stumbles = options.answered === true;
    // The service is well: it has answered about this contact.
    if (kind === 'refused' || (stumbles && attempts >= MAILING_LIST_LIMITS.attempts))
      return { outcome: 'dead', error: detail, heals: true };
    const hold = {
      fingerprint: String(version),
      kind,
      detail,
      first: this.runtime.env.jobs.retryBaseSeconds,
      atLeast: Math.min(options.retryAfter ?? 0, MAX_RETRY_AFTER_SECONDS),
    };
    if (stumbles) return { outcome: 'retry', error: detail, hold };
    return { outcome: 'retry', error: detail, hold, retryInSeconds: 0, uncounted: true };
  }

  private settled(job: Job, { outcome, error, hold }: Attempt, { beganHold }: Settled): void {
    const fields = { tenantId: job.tenantId, jobId: job.id, attempt: job.attempts };
    if (outcome === 'done') this.log.info({ event: 'mailing_list.synchronised', ...fields });
    if (outcome === 'dead') this.log.warn({ event: 'mailing_list.refused', ...fields, detail: error?.text });
    if (beganHold)
      this.log.error({ event: 'mailing_list.failing', ...fields, kind: hold?.kind, detail: error?.text });
  }

  private async fingerprint(tenantId: string): Promise<string | undefined> {
    const row = await this.manager.findOneBy(MailingList, { tenantId });
    return row && isReady(row) ? String(row.version) : undefined;
  }
}

function asMailingListError(error: unknown): MailingListError {
  if (error instanceof MailingListError) return error;
  // Keys may be on their way to this instance.
  if (error instanceof SecretUnreadableError) return new MailingListError('configuration', error.fault);
  throw error;
}
