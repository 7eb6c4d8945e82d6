import { Injectable } from '@nestjs/common';
import { SETUP_STEPS, type SetupProgress } from '@sitedesk/contract';
import type { SetupStepsDto } from '@sitedesk/contract/dto';
import { DataSource } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { unavailableAware } from '../database/sql.js';
import { SetupState } from './setup-state.entity.js';

/** What the first administrator has answered about the site, so that a reload goes on where it was (users.md S1). */
@Injectable()
export class SetupSteps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly auditLog: AuditLog,
  ) {}

  async read(tenantId: string): Promise<SetupProgress> {
    const state = await unavailableAware(() => this.dataSource.manager.findOneBy(SetupState, { tenantId }));
    const answered = state?.steps ?? null;
    return {
      steps: {
        site: answered?.site ?? null,
        email: answered?.email ?? null,
        form: answered?.form ?? null,
        security: answered?.security ?? null,
      },
      pending: answered !== null && SETUP_STEPS.some((step) => answered[step] === undefined),
    };
  }

  /** Keeps what became of some steps; of a site whose administrator is not asked, nothing. */
  async answer(tenantId: string, actor: Actor, { steps, outcome }: SetupStepsDto): Promise<SetupProgress> {
    const answers = Object.fromEntries(steps.map((step) => [step, outcome]));
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        await manager
          .createQueryBuilder()
          .update(SetupState)
          .set({ steps: () => 'steps || :answers::jsonb' })
          .where('tenantId = :tenantId AND steps IS NOT NULL', { tenantId })
          .setParameter('answers', JSON.stringify(answers))
          .execute();
        await this.auditLog.record(tenantId, actor, { action: 'setup.step', after: answers }, manager);
      }),
    );
    return this.read(tenantId);
  }
}
