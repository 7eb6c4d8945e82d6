import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailingListModule } from '../mailing-list/mailing-list.module.js';
import { OutboxModule } from '../../email/outbox/outbox.module.js';
import { ContactBodyPipe } from './contact-body.pipe.js';
import { ContactLane } from './contact-lane.js';
import { ContactController } from './contact.controller.js';
import { ContactNotificationsService } from './contact-notifications.service.js';
import { ContactService } from './contact.service.js';
import { FormPostsService } from './form-posts.service.js';
import { FormUsageService } from './form-usage.service.js';
import { HeldMessagesService } from './held-messages.service.js';
import { SiteContactScriptService } from './site-contact-script.service.js';
import { SubmissionCounter } from './submission-counter.js';
import { SubmissionStore } from './submission-store.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES, MIGRATIONS } from '../../platform/database/data-source.js';
import { ContactSubmission } from '../submissions/contact-submission.entity.js';
import { ContactAttempt } from '../submissions/contact-attempt.entity.js';
import { IndexSubmittedAttempts1790270000000 } from '../submissions/migrations/1790270000000-index-submitted-attempts.js';
import { RenameActToAction1790280000000 } from '../submissions/migrations/1790280000000-rename-act-to-action.js';
import { IndexTrash1790320000100 } from '../submissions/migrations/1790320000100-index-trash.js';
import { NoteHeldMessages1790371000000 } from '../submissions/migrations/1790371000000-note-held-messages.js';
import { CONTACT_RETENTIONS } from '../submissions/contact-retention.js';
import { retentionReader, RETENTIONS, retentionSetting } from '../../platform/retention/retention-kind.js';
import { ContactFormPageRow } from './contact-form-page.entity.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { CONTACT_SETTINGS } from '../settings/contact-setting-definitions.js';
import { readContactSettings, readRecipient } from '../settings/contact-settings.js';
import { RecipientNoticeService } from './recipient-notice.service.js';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { LinksModule } from '../../people/links/links.module.js';
import { AccountEmailModule } from '../../people/account-emails/account-email.module.js';
import { ContactAuditService } from './contact-audit.service.js';
import { ContactErrorResponder } from './contact-errors.js';
import { OPENAPI_PARTS } from '../../platform/openapi/openapi.service.js';
import { EmailAdminModule } from '../../email/admin/email-admin.module.js';
import { EmailAdminService } from '../../email/admin/email-admin.service.js';

/** The public contact service. */
@Module({
  imports: [
    AccountsModule,
    LinksModule,
    AccountEmailModule,
    EmailAdminModule,
    CaptchaModule,
    OutboxModule,
    MailingListModule,
  ],
  controllers: [ContactController],
  providers: [
    ContactService,
    RecipientNoticeService,
    ContactAuditService,
    ContactErrorResponder,
    ContactNotificationsService,
    SiteContactScriptService,
    SubmissionStore,
    SubmissionCounter,
    ContactBodyPipe,
    ContactLane,
    FormUsageService,
    FormPostsService,
    HeldMessagesService,
  ],
  exports: [ContactService, HeldMessagesService, SiteContactScriptService],
})
@Registers(ENTITIES, ContactSubmission, ContactAttempt, ContactFormPageRow)
@Registers(
  MIGRATIONS,
  IndexSubmittedAttempts1790270000000,
  RenameActToAction1790280000000,
  IndexTrash1790320000100,
  NoteHeldMessages1790371000000,
)
@Registers(SETTING_GROUPS, { name: 'ContactApi', order: 10 })
@Registers(SETTINGS, ...CONTACT_SETTINGS, ...CONTACT_RETENTIONS.map(retentionSetting))
@Registers(
  SETTING_READERS,
  { groups: ['ContactApi'], read: readContactSettings },
  ...CONTACT_RETENTIONS.map(retentionReader),
)
@Registers(RETENTIONS, ...CONTACT_RETENTIONS)
@Registers(OPENAPI_PARTS, () => import('./contact-openapi.js'))
export class ContactModule {
  constructor(emailAdmin: EmailAdminService) {
    emailAdmin.recipientFrom((values) => values.read(readRecipient).address);
  }
}
