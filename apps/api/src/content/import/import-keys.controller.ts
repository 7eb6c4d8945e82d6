import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { CreateImportKeyDto } from '@sitedesk/contract/import-keys.dto';
import { RotateProgramKeyDto } from '@sitedesk/contract/program-keys.dto';
import { Audited } from '../../platform/audit/audited.js';
import { RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { IdParam, JsonBody } from '../../platform/http/request-input.js';
import { ImportKeysService } from './import-keys.service.js';

/** Keys with which programs import documents. */
@Controller(`${EDITOR_PATH}/import/keys`)
@RequirePermission('import.run')
export class ImportKeysController {
  constructor(private readonly keys: ImportKeysService) {}

  /** List import keys, the newest first. */
  @Get()
  async list(@TenantId() tenantId: string) {
    return { items: await this.keys.list(tenantId) };
  }

  /** Create an import key, which acts on your behalf. The key itself is shown only once. */
  @Post()
  @RecentSignIn()
  @Audited('import-key.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateImportKeyDto) {
    return this.keys.create(context, input);
  }

  /** Replace an import key by a new one of yours. The old one can stay valid for up to a day. */
  @Post(':id/rotate')
  @RecentSignIn()
  @Audited('import-key.rotate')
  rotate(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @JsonBody() input: RotateProgramKeyDto,
  ) {
    return this.keys.rotate(context, id, input);
  }

  /** Delete an import key. Nobody can import with it from then on. */
  @Delete(':id')
  @HttpCode(204)
  @RecentSignIn()
  @Audited('import-key.delete')
  async delete(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.keys.delete(context, id);
  }
}
