import { Inject, Injectable } from '@nestjs/common';
import { AI_TEXTS, type AiModels, type AiUsage } from '@sitedesk/contract/ai';
import { worded } from '@sitedesk/contract/messages';
import { readSiteZone } from '../../content/articles/site-zone.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { SettingInvalidError } from '../../platform/settings/setting-values.js';
import { attempt } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { ModelCatalogueService } from '../catalogue/model-catalogue.service.js';
import { readAiSettings } from '../settings/ai-settings.js';
import { AiBudgetService } from '../usage/ai-budget.service.js';
import { siteDay } from '../usage/site-day.js';

/** What administrators see of the AI besides its status. */
@Injectable()
export class AiAdminService {
  constructor(
    private readonly settings: SettingsService,
    private readonly catalogue: ModelCatalogueService,
    private readonly budgets: AiBudgetService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async models(tenantId: string, refresh: boolean): Promise<AiModels> {
    const values = await this.settings.values(tenantId);
    const ai = attempt(() => values.read(readAiSettings));
    if (!(ai instanceof Error)) return this.catalogue.view(tenantId, ai, refresh);
    const message = ai instanceof SettingInvalidError ? AI_TEXTS.unusable({ fault: ai.fault }) : null;
    return { ...NO_MODELS, ...worded('message', message) };
  }

  async usage(tenantId: string): Promise<AiUsage> {
    const values = await this.settings.values(tenantId);
    return this.budgets.usage(tenantId, siteDay(this.clock.now(), values.read(readSiteZone)).day);
  }
}

const NO_MODELS = {
  discovery: 'needs-more',
  models: [],
  truncated: false,
  automatic: null,
  known: null,
  askedAt: null,
} as const;
