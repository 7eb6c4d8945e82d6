import { Module } from '@nestjs/common';
import { AccountEmailModule } from '../account-emails/account-email.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { LinksModule } from '../links/links.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SetupModule } from '../set-up/setup.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { BreakGlassService } from './break-glass.service.js';
import { BulkUsersService } from './bulk-users.service.js';
import { ContentInheritanceService } from './content-inheritance.service.js';
import { MatchingUsersService } from './matching-users.service.js';
import { UserActionsController } from './user-actions.controller.js';
import { UserChangesService } from './user-changes.service.js';
import { UserDeletionService } from './user-deletion.service.js';
import { UserLinksService } from './user-links.service.js';
import { UserListService } from './user-list.service.js';
import { UserRolesService } from './user-roles.service.js';
import { UserSessionsService } from './user-sessions.service.js';
import { UserStatusService } from './user-status.service.js';
import { UserSummariesService } from './user-summaries.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** The people of a site, as its administrators see them. Features whose things have an owner import it. */
@Module({
  imports: [
    AccountsModule,
    AccountEmailModule,
    PasswordsModule,
    LinksModule,
    SetupModule,
    SessionsModule,
    TwoFactorModule,
    SignInModule,
  ],
  controllers: [UsersController, UserActionsController],
  providers: [
    UserSummariesService,
    UserListService,
    UsersService,
    UserChangesService,
    UserStatusService,
    UserRolesService,
    UserLinksService,
    UserSessionsService,
    UserDeletionService,
    ContentInheritanceService,
    BulkUsersService,
    MatchingUsersService,
    BreakGlassService,
  ],
  exports: [ContentInheritanceService],
})
export class UsersModule {}
