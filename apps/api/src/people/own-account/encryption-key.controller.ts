import { Controller } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited } from '../../platform/audit/audited.js';
import { Action, Authenticated } from '../../platform/http/access.js';
import { Context, SessionContext } from '../../platform/http/request-context.js';
import { AccountKeysService } from './account-keys.service.js';

/** GetEncryptionKey (specification 4.6). By POST, so that no cache, history or prefetch ever has it. */
@Controller(`${EDITOR_PATH}/encryption-key`)
export class EncryptionKeyController {
  constructor(private readonly keys: AccountKeysService) {}

  /** Get your encryption key. */
  @Action()
  @Authenticated()
  @Audited('encryption-key.get')
  get(@Context() context: SessionContext) {
    const { accountId } = context.caller;
    return this.keys.get(context.tenantId, accountId);
  }
}
