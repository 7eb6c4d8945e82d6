import { Controller, Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { IMPORT_LIMITS } from '@sitedesk/contract/imports';
import {
  CreateImportDto,
  ImportDocumentsDto,
  ImportFileDto,
  ImportItemListDto,
  StartImportDto,
} from '@sitedesk/contract/imports.dto';
import { PageDto } from '@sitedesk/contract/rules';
import type { FastifyRequest } from 'fastify';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RequirePermission, TakesKeys } from '../../platform/http/access.js';
import { allowSlowBody } from '../../platform/http/body-pace.js';
import { ByteStream } from '../../platform/http/byte-stream.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { ImportFilesService } from './import-files.service.js';
import { ImportPicturesService } from './import-pictures.service.js';
import { ImportRunsService } from './import-runs.service.js';
import { ImportStepsService } from './import-steps.service.js';

const DOCUMENTS = { maxBytes: IMPORT_LIMITS.batchOctets, maxKeys: 4 * IMPORT_LIMITS.batch + 8 } as const;
const BY_STEPS = 'Its first request leaves the entry, in the service; the others go on with the same.';

/** Imports of documents that were written elsewhere. */
@Controller(`${EDITOR_PATH}/import/runs`)
@RequirePermission('import.run')
@TakesKeys('import')
export class ImportController {
  constructor(
    private readonly runs: ImportRunsService,
    private readonly files: ImportFilesService,
    private readonly pictures: ImportPicturesService,
    private readonly steps: ImportStepsService,
  ) {}

  /** List imports, the newest first. */
  @Get()
  list(@Context() context: CallerContext, @QueryInput() query: PageDto) {
    return this.runs.list(context, query);
  }

  /** Create an import. Documents are sent to it, checked, and then imported. */
  @Post()
  @ThrottlePolicy('docs-import')
  @Audited('import.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateImportDto) {
    return this.runs.create(context, input);
  }

  /** Read how far an import is. */
  @Get(':id')
  get(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.runs.get(context, id);
  }

  /** List the documents of an import, with what becomes of each: the report. */
  @Get(':id/items')
  items(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @QueryInput() query: ImportItemListDto,
  ) {
    return this.runs.items(context, id, query);
  }

  /** Send documents to an import. One that is sent again takes its own place. */
  @Put(':id/items')
  @ThrottlePolicy('docs-import')
  @NotAudited('Nothing of the site changes; the import itself leaves entries.')
  putItems(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @JsonBody(DOCUMENTS) input: ImportDocumentsDto,
  ) {
    return this.runs.putItems(context, id, input);
  }

  /** Upload an export, such as one of WordPress (WXR), or a Word document. Of an export, all documents are added or none. */
  @Put(':id/file')
  @ThrottlePolicy('docs-import')
  @NotAudited('Nothing of the site changes; the import itself leaves entries.')
  putFile(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @QueryInput() query: ImportFileDto,
    @ByteStream({ maxBytes: IMPORT_LIMITS.file }) body: AsyncIterable<Buffer>,
    @Req() { raw }: FastifyRequest,
  ) {
    allowSlowBody(raw);
    return this.files.put(context, id, query, body);
  }

  /** Fetch the next pictures of other servers. Call it until none waits, then check again. */
  @Action(':id/assets')
  @ThrottlePolicy('docs-import')
  @NotAudited('Each file leaves an entry of its own.')
  fetchPictures(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.pictures.fetch(context, id);
  }

  /** Have pictures wait again that couldn't be fetched. */
  @Action(':id/assets/retry')
  @ThrottlePolicy('docs-import')
  @NotAudited('Nothing of the site changes.')
  retryPictures(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.pictures.retry(context, id);
  }

  /** Check the next documents, and change nothing. Call it until the state is `checked`. */
  @Action(':id/check')
  @ThrottlePolicy('docs-import')
  @NotAudited('Nothing of the site changes.')
  check(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.steps.check(context, id);
  }

  /** Import the next documents. Call it until the state is `done`; `report` holds it to that report. */
  @Action(':id/import')
  @ThrottlePolicy('docs-import')
  @NotAudited(BY_STEPS)
  import(@Context() context: CallerContext, @IdParam('id') id: string, @JsonBody() input: StartImportDto) {
    return this.steps.import(context, id, input);
  }

  /** Undo the import of the next documents, unless edited since. Call it until the state is `undone`. */
  @Action(':id/undo')
  @ThrottlePolicy('docs-import')
  @NotAudited(BY_STEPS)
  undo(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.steps.undo(context, id);
  }

  /** Remove an import with its report. Its articles stay. */
  @Delete(':id')
  @HttpCode(204)
  @Audited('import.delete')
  async delete(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.runs.delete(context, id);
  }
}
