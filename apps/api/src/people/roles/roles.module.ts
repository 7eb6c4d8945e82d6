import { Module } from '@nestjs/common';
import { PermissionExplanationService } from './permission-explanation.service.js';
import { PermissionsController } from './permissions.controller.js';
import { RoleDeletionService } from './role-deletion.service.js';
import { Role } from './role.entity.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';

/** What people may do: roles, and the permissions they are made of. */
@Module({
  controllers: [RolesController, PermissionsController],
  providers: [RolesService, RoleDeletionService, PermissionExplanationService],
})
@Registers(ENTITIES, Role)
export class RolesModule {}
