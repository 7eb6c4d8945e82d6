import { Controller, Delete, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ContinueTranslationDto, CreateTranslationDto } from '@sitedesk/contract/ai.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { JsonBody, NumberParam } from '../../platform/http/request-input.js';
import { ClientGone } from '../inline/client-gone.js';
import { InlineRateGuard } from '../inline/inline-rate.guard.js';
import { TranslationsService } from './translations.service.js';

/** Copies of articles in another language. */
@Controller(`${EDITOR_PATH}/ai/translations`)
export class TranslationsController {
  constructor(private readonly translations: TranslationsService) {}

  /** Create a copy of an article to translate. The copy is a draft; nothing is translated yet. */
  @Post()
  @RequirePermission('ai.use')
  @UseGuards(InlineRateGuard)
  @Audited('article.copy')
  create(@Context() context: CallerContext, @JsonBody() input: CreateTranslationDto) {
    return this.translations.create(context, input);
  }

  /** Get how far the translation of an article is. Nothing is asked of the provider. */
  @Get(':number')
  @RequirePermission('ai.use')
  state(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.translations.state(context, number);
  }

  /** Translate the next texts of a copy. Call it until `left` is 0. 404 where AI is off; 429 names the limit. */
  @Action(':number/continue')
  @RequirePermission('ai.use')
  @NotAudited('The drafts that come of it are recorded as they are saved, and the usage counts it.')
  goOn(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: ContinueTranslationDto,
    @ClientGone() gone: AbortSignal,
  ) {
    return this.translations.goOn(context, number, input, gone);
  }

  /** Finish a translation. What wasn't translated is forgotten; the draft stays as it is. */
  @Delete(':number')
  @HttpCode(204)
  @RequirePermission('ai.use')
  @NotAudited('The article stays as it is.')
  async finish(@Context() context: CallerContext, @NumberParam('number') number: number): Promise<void> {
    await this.translations.finish(context, number);
  }
}
