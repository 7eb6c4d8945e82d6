import { Injectable, NotFoundException } from '@nestjs/common';
import { AI_TEXTS } from '@sitedesk/contract/ai';
import { EntityManager } from 'typeorm';
import { requireEdit } from '../../content/articles/article-permissions.js';
import { findArticle } from '../../content/articles/article-rows.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { Question } from '../dialects/dialect.js';
import { AiFailure } from '../provider/ai-failure.js';
import { AI_GROUP } from '../settings/ai-setting-definitions.js';
import { AiCallsService, type CallPurpose, type MadeCall } from './ai-calls.service.js';
import { AiCircuit, AiLanes } from './ai-lanes.js';
import { AiLimitReached, AiUnavailable, HelpOff, refusalOf, usableSettings } from './ai-refusals.js';

/** Failures of the provider, as opposed to those of a request or of the settings. */
const PROVIDER_FAILURES = new Set(['service', 'timeout', 'garbage']);

/** Settings that a request can be made with. */
export type UsableSettings = Awaited<ReturnType<typeof usableSettings>>;

/** What people ask of the AI: as far as the site lets them, some at a time, and not while the provider keeps failing. */
@Injectable()
export class AiRequestsService {
  private readonly lanes = new AiLanes();
  private readonly circuit = new AiCircuit();

  constructor(
    private readonly settings: SettingsService,
    private readonly calls: AiCallsService,
    private readonly manager: EntityManager,
    editor: SettingEditorService,
  ) {
    editor.addRule({
      written: ({ context, drafts }) => {
        if (drafts.some(({ definition }) => definition.group === AI_GROUP))
          this.circuit.close(context.tenantId);
      },
    });
  }

  /**
   * @param article number of the one that is edited
   * @throws AiOff, HelpOff, AiUnavailable; for an article of others NotFoundException, PermissionMissing
   */
  async admit(
    { tenantId, caller }: CallerContext,
    { help, article }: Pick<CallPurpose, 'help' | 'article'>,
  ): Promise<UsableSettings> {
    const usable = await usableSettings(this.settings, tenantId);
    if (!usable.ai.helps.includes(help)) throw new HelpOff();
    if (article !== undefined) {
      const row = await findArticle(this.manager, { tenantId, caller }, article);
      if (!row) throw new NotFoundException();
      requireEdit(caller, row);
    }
    return usable;
  }

  /**
   * A newer request of the same person for the same ends this one.
   * @throws AiUnavailable, AiLimitReached, SuggestionReplaced, ProviderFailed
   */
  async make(
    context: CallerContext,
    { ai, target }: UsableSettings,
    question: Omit<Question, 'model' | 'temperature'>,
    { signal: gone, ...purpose }: CallPurpose,
  ): Promise<MadeCall> {
    const { tenantId, caller } = context;
    const pause = this.circuit.pauseSeconds(tenantId, performance.now());
    if (pause > 0) throw new AiUnavailable(AI_TEXTS.paused, pause);
    const ticket = this.lanes.enter(tenantId, `${tenantId} ${caller.accountId} ${purpose.help}`, gone);
    if (!ticket) throw new AiLimitReached('slots', AI_TEXTS.busy, 1);
    try {
      const made = await this.calls.make(context, ai, target, question, {
        ...purpose,
        signal: ticket.signal,
      });
      if (made.answer.interrupted) this.circuit.failed(tenantId, performance.now());
      else this.circuit.close(tenantId);
      return made;
    } catch (error) {
      if (!(error instanceof AiFailure)) throw error;
      if (PROVIDER_FAILURES.has(error.kind)) this.circuit.failed(tenantId, performance.now());
      throw refusalOf(error, { picture: question.prompt.picture !== undefined });
    } finally {
      ticket.leave();
    }
  }
}
