import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from '../identity/account.entity.js';
import { IdentityModule } from '../identity/identity.module.js';
import { BulkPreviews } from './bulk-preview.service.js';
import { BulkUsers } from './bulk-users.service.js';
import { ContentInheritance } from './content-inheritance.js';
import { LiveSessionsController } from './live-sessions.controller.js';
import { LiveSessions } from './live-sessions.service.js';
import { MatchingUsers } from './matching-users.service.js';
import { RoleMembers } from './role-members.service.js';
import { UserActsController } from './user-acts.controller.js';
import { UserChanges } from './user-changes.service.js';
import { UserDeletions } from './user-deletion.service.js';
import { UserLinks } from './user-links.service.js';
import { UserList } from './user-list.service.js';
import { UserRoles } from './user-roles.service.js';
import { UserSessions } from './user-sessions.service.js';
import { UserStatuses } from './user-status.service.js';
import { UserSummaries } from './user-summaries.service.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** The people of a site, as its administrators see them. Features whose things have an owner import it. */
@Module({
  imports: [IdentityModule, TypeOrmModule.forFeature([Account])],
  controllers: [UsersController, UserActsController, LiveSessionsController],
  providers: [
    UserSummaries,
    UserList,
    UsersService,
    UserChanges,
    UserStatuses,
    UserRoles,
    UserLinks,
    UserSessions,
    UserDeletions,
    ContentInheritance,
    BulkUsers,
    BulkPreviews,
    MatchingUsers,
    LiveSessions,
    RoleMembers,
  ],
  exports: [ContentInheritance, RoleMembers],
})
export class UsersModule {}
