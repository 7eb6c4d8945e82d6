import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AiModule } from './ai/ai.module.js';
import { AccessLogModule } from './platform/access-log/access-log.module.js';
import { AdminPageModule } from './platform/admin-page/admin-page.module.js';
import { AntiforgeryModule } from './contact/antiforgery/antiforgery.module.js';
import { AuthorsModule } from './people/authors/authors.module.js';
import { AuditModule } from './platform/audit/audit.module.js';
import { CoreModule, type CoreOptions } from './platform/config/core.module.js';
import { ErrorsModule } from './platform/errors/errors.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { PolicyThrottlerGuard } from './platform/throttling/policy-throttler.guard.js';
import { ContactModule } from './contact/contact/contact.module.js';
import { Features } from './platform/core/features.js';
import { DashboardModule } from './platform/dashboard/dashboard.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { EmailAdminModule } from './email/admin/email-admin.module.js';
import { AccessGuard } from './people/access/access.guard.js';
import { AccessModule } from './people/access/access.module.js';
import { AccountsModule } from './people/accounts/accounts.module.js';
import { ApiTokensModule } from './people/api-tokens/api-tokens.module.js';
import { ExternalSignInModule } from './people/external-sign-in/external-sign-in.module.js';
import { LinksModule } from './people/links/links.module.js';
import { OwnAccountModule } from './people/own-account/own-account.module.js';
import { PasskeysModule } from './people/passkeys/passkeys.module.js';
import { PasswordsModule } from './people/passwords/passwords.module.js';
import { SessionsModule } from './people/sessions/sessions.module.js';
import { SetupModule } from './people/set-up/setup.module.js';
import { SignInModule } from './people/sign-in/sign-in.module.js';
import { TwoFactorModule } from './people/two-factor/two-factor.module.js';
import { KeysModule } from './platform/keys/keys.module.js';
import { EventsModule } from './platform/events/events.module.js';
import { ContactDashboardModule } from './contact/dashboard/contact-dashboard.module.js';
import { ContactFormModule } from './contact/contact-form/contact-form.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { MailingListModule } from './contact/mailing-list/mailing-list.module.js';
import { InboxModule } from './contact/inbox/inbox.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { OpenApiModule } from './platform/openapi/openapi.module.js';
import { OutboundModule } from './platform/outbound/outbound.module.js';
import { OutboxAdminModule } from './email/outbox/admin/outbox-admin.module.js';
import { RetentionModule } from './platform/retention/retention.module.js';
import { RolesModule } from './people/roles/roles.module.js';
import { SettingsModule } from './platform/settings/settings.module.js';
import { SiteModule } from './platform/site/site.module.js';
import { SystemModule } from './platform/system/system.module.js';
import { ActivityModule } from './content/activity/activity.module.js';
import { ArticlesModule } from './content/articles/articles.module.js';
import { BlogsModule } from './content/blogs/blogs.module.js';
import { BulkArticlesModule } from './content/bulk-articles/bulk-articles.module.js';
import { FilesModule } from './content/files/files.module.js';
import { CalendarFeedsModule } from './content/calendar-feeds/calendar-feeds.module.js';
import { PreviewsModule } from './content/previews/previews.module.js';
import { LayoutsModule } from './content/layouts/layouts.module.js';
import { PageTemplatesModule } from './content/templates/page-templates.module.js';
import { MenuModule } from './content/menu/menu.module.js';
import { ImportModule } from './content/import/import.module.js';
import { RedirectsModule } from './content/redirects/redirects.module.js';
import { PresenceModule } from './content/presence/presence.module.js';
import { ReviewsModule } from './content/reviews/reviews.module.js';
import { PublicSiteModule } from './content/site/public-site.module.js';
import { SiteArchiveModule } from './content/site-archive/site-archive.module.js';
import { StaticExportModule } from './content/static-export/static-export.module.js';
import { DeploymentsModule } from './delivery/deployments/deployments.module.js';
import { WebhooksModule } from './delivery/webhooks/webhooks.module.js';
import { SiteChangesModule } from './content/site-changes/site-changes.module.js';
import { CdnModule } from './delivery/cdn/cdn.module.js';
import { TenancyModule } from './platform/tenancy/tenancy.module.js';
import { TenantGuard } from './platform/tenancy/tenant.guard.js';
import { UsersModule } from './people/users/users.module.js';
import { ViewsModule } from './platform/views/views.module.js';
import { RateLimitModule } from './platform/throttling/rate-limit.module.js';

/** Every feature: a new one is added here and nowhere else. */
const MODULES = [
  HttpModule,
  AccessLogModule,
  DatabaseModule,
  JobsModule,
  OutboundModule,
  ErrorsModule,
  TenancyModule,
  SettingsModule,
  AuditModule,
  AntiforgeryModule,
  RateLimitModule,
  KeysModule,
  AccountsModule,
  PasswordsModule,
  LinksModule,
  SetupModule,
  SessionsModule,
  TwoFactorModule,
  SignInModule,
  PasskeysModule,
  ExternalSignInModule,
  ApiTokensModule,
  AccessModule,
  OwnAccountModule,
  UsersModule,
  RolesModule,
  AuthorsModule,
  SiteChangesModule,
  ActivityModule,
  ArticlesModule,
  BlogsModule,
  BulkArticlesModule,
  FilesModule,
  CalendarFeedsModule,
  PreviewsModule,
  LayoutsModule,
  PageTemplatesModule,
  MenuModule,
  RedirectsModule,
  ImportModule,
  PresenceModule,
  ViewsModule,
  ReviewsModule,
  PublicSiteModule,
  SiteArchiveModule,
  StaticExportModule,
  DeploymentsModule,
  WebhooksModule,
  CdnModule,
  AiModule,
  ContactModule,
  ContactFormModule,
  ContactDashboardModule,
  MailingListModule,
  DashboardModule,
  SiteModule,
  SystemModule,
  RetentionModule,
  EmailAdminModule,
  OutboxAdminModule,
  InboxModule,
  EventsModule,
  HealthModule,
  MetricsModule,
  OpenApiModule,
  AdminPageModule,
];

/** What they have registered. */
export const FEATURES = new Features(MODULES);

/** The whole backend. The guards run in this order on every route: tenant, rate limit, access; then the route's own. */
@Module({})
export class AppModule {
  static forRuntime(options: CoreOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [CoreModule.forRuntime(options), ...MODULES],
      providers: [
        { provide: APP_GUARD, useExisting: TenantGuard },
        { provide: APP_GUARD, useExisting: PolicyThrottlerGuard },
        { provide: APP_GUARD, useExisting: AccessGuard },
      ],
    };
  }
}
