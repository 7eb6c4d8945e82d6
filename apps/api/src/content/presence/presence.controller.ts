import { Controller, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PresenceDto } from '@sitedesk/contract/presence.dto';
import { NotAudited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { JsonBody, NumberParam } from '../../platform/http/request-input.js';
import { PresenceService } from './presence.service.js';

/** Who has an article open, and who of them has the pen. */
@Controller(`${EDITOR_PATH}/articles/:number/presence`)
export class PresenceController {
  constructor(private readonly presence: PresenceService) {}

  /** Say that a page has the article open, and read who else has. A page that says nothing for 30 seconds is gone. The pen holds nobody's save up. */
  @Put()
  @RequirePermission('pages.view')
  @NotAudited('Every open page says so every few seconds, and nothing of the article changes.')
  beat(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: PresenceDto,
  ) {
    return this.presence.beat(context, number, input);
  }
}
