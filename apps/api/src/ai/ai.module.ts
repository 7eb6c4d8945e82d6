import { Module } from '@nestjs/common';
import { InboxModule } from '../contact/inbox/inbox.module.js';
import { ArticlesModule } from '../content/articles/articles.module.js';
import { FilesModule } from '../content/files/files.module.js';
import { Registers } from '../platform/core/features.js';
import { ENTITIES, MIGRATIONS } from '../platform/database/data-source.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../platform/settings/setting-definitions.js';
import { AiController } from './ai.controller.js';
import { ModelCatalogueService } from './catalogue/model-catalogue.service.js';
import { InlineCompletionService } from './inline/inline-completion.service.js';
import { CreateAiUsage1790910000000 } from './migrations/1790910000000-create-ai-usage.js';
import { CreateAiTranslations1793200000000 } from './migrations/1793200000000-create-ai-translations.js';
import { AiCallsService } from './calls/ai-calls.service.js';
import { AiRequestsService } from './calls/ai-requests.service.js';
import { SuggestionsService } from './helps/suggestions.service.js';
import { AiProviderService } from './provider/ai-provider.service.js';
import { AI_GROUP, AI_SETTINGS } from './settings/ai-setting-definitions.js';
import { readAiSettings } from './settings/ai-settings.js';
import { AiAdminService } from './status/ai-admin.service.js';
import { AiCheckService } from './check/ai-check.service.js';
import { AiStateRow } from './status/ai-state.entity.js';
import { AiStateService } from './status/ai-state.service.js';
import { AiStatusService } from './status/ai-status.service.js';
import { AiBudgetService } from './usage/ai-budget.service.js';
import { TextTranslatorService } from './translations/text-translator.service.js';
import { TranslatedDraftsService } from './translations/translated-drafts.service.js';
import { TranslationsController } from './translations/translations.controller.js';
import { TranslationsService } from './translations/translations.service.js';
import { AiDay, AiUsageRow } from './usage/ai-usage.entity.js';

/** Suggestions of an AI provider. */
@Module({
  imports: [ArticlesModule, FilesModule, InboxModule],
  controllers: [AiController, TranslationsController],
  providers: [
    AiProviderService,
    AiCallsService,
    AiBudgetService,
    AiStateService,
    AiStatusService,
    AiCheckService,
    AiAdminService,
    ModelCatalogueService,
    AiRequestsService,
    InlineCompletionService,
    SuggestionsService,
    TextTranslatorService,
    TranslatedDraftsService,
    TranslationsService,
  ],
})
@Registers(ENTITIES, AiDay, AiUsageRow, AiStateRow)
@Registers(MIGRATIONS, CreateAiUsage1790910000000, CreateAiTranslations1793200000000)
@Registers(SETTING_GROUPS, { name: AI_GROUP, order: 48 })
@Registers(SETTINGS, ...AI_SETTINGS)
@Registers(SETTING_READERS, { groups: [AI_GROUP], read: readAiSettings })
export class AiModule {}
