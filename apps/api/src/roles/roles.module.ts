import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { PermissionExplanations } from './permission-explanation.service.js';
import { PermissionsController } from './permissions.controller.js';
import { RoleDeletions } from './role-deletion.service.js';
import { Role } from './role.entity.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';

/** What people may do: roles, and the permissions they are made of. */
@Module({
  imports: [UsersModule, TypeOrmModule.forFeature([Role])],
  controllers: [RolesController, PermissionsController],
  providers: [RolesService, RoleDeletions, PermissionExplanations],
})
export class RolesModule {}
