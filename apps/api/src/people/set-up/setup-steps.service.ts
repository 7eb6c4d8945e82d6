import { Injectable } from '@nestjs/common';
import { SETUP_STEPS, type SetupProgress } from '@sitedesk/contract/setup';
import type { SetupStepsDto } from '@sitedesk/contract/setup.dto';
import { EntityManager } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { SetupState } from './setup-state.entity.js';

/** What the first administrator has answered about the site, so that a reload goes on where it was. */
@Injectable()
export class SetupStepsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
  ) {}

  async read(tenantId: string): Promise<SetupProgress> {
    const state = await this.manager.findOneBy(SetupState, { tenantId });
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
  async answer(context: RequestContext, { steps, outcome }: SetupStepsDto): Promise<SetupProgress> {
    const { tenantId } = context;
    const answers = Object.fromEntries(steps.map((step) => [step, outcome]));
    await this.manager.transaction(async (manager) => {
      await manager
        .createQueryBuilder()
        .update(SetupState)
        .set({ steps: () => 'steps || :answers::jsonb' })
        .where('tenantId = :tenantId AND steps IS NOT NULL', { tenantId })
        .setParameter('answers', JSON.stringify(answers))
        .execute();
      await this.auditLog.record(context, { action: 'setup.step', after: answers }, manager);
    });
    return this.read(tenantId);
  }
}
