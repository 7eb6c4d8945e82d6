import { Controller, Get } from '@nestjs/common';
import { SubmissionsTileDto } from '@sitedesk/contract/contact-dashboard.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { RequirePermission } from '../../platform/http/access.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import type { Principal } from '../../platform/http/principal.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { QueryInput } from '../../platform/http/request-input.js';
import { ContactTilesService } from './contact-tiles.service.js';

/** The tiles of the dashboard about messages, for people who may see both. */
@Controller(`${EDITOR_PATH}/dashboard`)
@RequirePermission('dashboard.view')
export class ContactDashboardController {
  constructor(private readonly tiles: ContactTilesService) {}

  /** Get the tile about messages. */
  @Get('submissions')
  async submissions(@Context() { caller }: CallerContext, @QueryInput() query: SubmissionsTileDto) {
    requireContacts(caller);
    return this.tiles.submissions(caller.tenantId, query);
  }

  /** Get the tile about delivery. */
  @Get('delivery')
  async delivery(@Context() { caller }: CallerContext) {
    requireContacts(caller);
    return this.tiles.delivery(caller.tenantId);
  }
}

/** @throws PermissionMissing */
function requireContacts({ permissions }: Principal): void {
  if (!permissions.has('contacts.manage')) throw new PermissionMissing('contacts.manage');
}
