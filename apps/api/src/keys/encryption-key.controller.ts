import { Controller, Header, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH, type EncryptionKey } from '@sitedesk/contract';
import { Audited } from '../audit/audited.js';
import { Authenticated } from '../common/access.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { CurrentSession, type SessionPrincipal } from '../identity/principal.js';
import { AccountKeys } from './account-keys.service.js';

/** GetEncryptionKey (specification 4.6). By POST, so that no cache, history or prefetch ever has it. */
@Controller(`${EDITOR_PATH}/encryption-key`)
export class EncryptionKeyController {
  constructor(private readonly keys: AccountKeys) {}

  @Post()
  @Authenticated()
  @Audited('encryption-key.get')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  get(
    @TenantId() tenantId: string,
    @CurrentSession() { accountId }: SessionPrincipal,
  ): Promise<EncryptionKey> {
    return this.keys.get(tenantId, accountId);
  }
}
