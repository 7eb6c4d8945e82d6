import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AdminPageModule } from './admin-page/admin-page.module.js';
import { AntiforgeryModule } from './antiforgery/antiforgery.module.js';
import { AuthorsModule } from './authors/authors.module.js';
import { AuditModule } from './audit/audit.module.js';
import { CoreModule, type CoreOptions } from './common/core.module.js';
import { ExceptionsFilter } from './common/exceptions.filter.js';
import { PolicyThrottlerGuard } from './common/throttling/policy-throttler.guard.js';
import { ContactErrorResponder } from './contact/contact-errors.js';
import { ContactModule } from './contact/contact.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DatabaseModule } from './database/database.module.js';
import { EmailAdminModule } from './email/admin/email-admin.module.js';
import { AccessGuard } from './identity/access.guard.js';
import { IdentityModule } from './identity/identity.module.js';
import { KeysModule } from './keys/keys.module.js';
import { EventsModule } from './events/events.module.js';
import { LiveNewsModule } from './events/live-news.module.js';
import { HealthModule } from './health/health.module.js';
import { MailingListModule } from './mailing-list/mailing-list.module.js';
import { InboxModule } from './inbox/inbox.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OutboxAdminModule } from './outbox/admin/outbox-admin.module.js';
import { RolesModule } from './roles/roles.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SiteModule } from './site/site.module.js';
import { SystemModule } from './system/system.module.js';
import { TenancyModule } from './tenancy/tenancy.module.js';
import { TenantGuard } from './tenancy/tenant.guard.js';
import { UsersModule } from './users/users.module.js';
import { RateLimitModule } from './rate-limit.module.js';

/** The whole backend. The guards run in this order on every route: tenant, rate limit, access; then the route's own. */
@Module({})
export class AppModule {
  static forRuntime(options: CoreOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.forRuntime(options),
        DatabaseModule,
        LiveNewsModule,
        TenancyModule,
        SettingsModule,
        AuditModule,
        AntiforgeryModule,
        RateLimitModule,
        KeysModule,
        IdentityModule,
        UsersModule,
        RolesModule,
        AuthorsModule,
        ContactModule,
        MailingListModule,
        DashboardModule,
        SiteModule,
        SystemModule,
        EmailAdminModule,
        OutboxAdminModule,
        InboxModule,
        EventsModule,
        HealthModule,
        MetricsModule,
        OpenApiModule,
        AdminPageModule,
      ],
      providers: [
        ContactErrorResponder,
        { provide: APP_GUARD, useClass: TenantGuard },
        { provide: APP_GUARD, useClass: PolicyThrottlerGuard },
        { provide: APP_GUARD, useExisting: AccessGuard },
        { provide: APP_FILTER, useClass: ExceptionsFilter },
      ],
    };
  }
}
