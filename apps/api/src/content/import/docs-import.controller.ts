import { Controller, Delete, Param, Post, Put, Req } from '@nestjs/common';
import { DOCS_IMPORT_LIMITS as LIMITS, DOCS_IMPORT_PATH } from '@sitedesk/contract/docs-import';
import { PutDocDto, RenameDocDto } from '@sitedesk/contract/docs-import.dto';
import type { FastifyRequest } from 'fastify';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission, TakesKeys } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { DocAssetsService } from './doc-assets.service.js';
import { DocsImportService } from './docs-import.service.js';

const DOCUMENT = { maxBytes: LIMITS.body, isCapitalised: true } as const;

/** Documents that programs send one by one, with an import key (specification 4.6). */
@Controller(DOCS_IMPORT_PATH)
@RequirePermission('import.run')
@TakesKeys('import')
@ThrottlePolicy('docs-import')
export class DocsImportController {
  constructor(
    private readonly docs: DocsImportService,
    private readonly assets: DocAssetsService,
  ) {}

  /**
   * Import a document, or what has changed of it. `sourceKey` is its name at the source, with its slashes escaped. What was edited here
   * stays, and is a 409. The notes name what isn't imported.
   */
  @Put('items/:sourceKey')
  @Audited('import.run')
  put(
    @Context() context: CallerContext,
    @Param('sourceKey') sourceKey: string,
    @JsonBody(DOCUMENT) input: PutDocDto,
  ) {
    return this.docs.put(context, sourceKey, input);
  }

  /** Move the article of a document to the trash. Imported again, it comes out of there. */
  @Delete('items/:sourceKey')
  @Audited('article.trash')
  delete(@Context() context: CallerContext, @Param('sourceKey') sourceKey: string) {
    return this.docs.delete(context, sourceKey);
  }

  /** Give a document another name, address and title. */
  @Action('rename')
  @Audited('article.save')
  rename(@Context() context: CallerContext, @JsonBody({ isCapitalised: true }) input: RenameDocDto) {
    return this.docs.rename(context, input);
  }

  /** Upload a picture or another file of documents. The form has `file`, and `relativePath` where it's in a folder. */
  @Post('assets')
  @Audited('file.upload')
  addAsset(@Context() context: CallerContext, @Req() { raw }: FastifyRequest) {
    return this.assets.receive(context, raw);
  }
}
