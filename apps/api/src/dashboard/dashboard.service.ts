import { Injectable } from '@nestjs/common';
import type {
  AttentionTile,
  ChecklistTile,
  DeliveryTile,
  Permission,
  SubmissionsTile,
} from '@sitedesk/contract';
import type { SubmissionsTileDto } from '@sitedesk/contract/dto';
import { PermissionMissing } from '../identity/access.guard.js';
import type { Principal } from '../identity/principal.js';
import { Attention } from './attention.service.js';
import { Checklist } from './checklist.service.js';
import { DeliveryTiles } from './delivery-tile.service.js';
import { SubmissionsTiles } from './submissions-tile.service.js';

/** Who is shown what on the dashboard: everybody has one, its content follows the permissions. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly submissionsTiles: SubmissionsTiles,
    private readonly deliveryTiles: DeliveryTiles,
    private readonly attentionList: Attention,
    private readonly steps: Checklist,
  ) {}

  /** @throws PermissionMissing */
  async submissions(principal: Principal, query: SubmissionsTileDto): Promise<SubmissionsTile> {
    requirePermission(principal, 'contacts.manage');
    return this.submissionsTiles.read(principal.tenantId, query);
  }

  /** @throws PermissionMissing */
  async delivery(principal: Principal): Promise<DeliveryTile> {
    requirePermission(principal, 'contacts.manage');
    return this.deliveryTiles.read(principal.tenantId);
  }

  attention(principal: Principal): Promise<AttentionTile> {
    return this.attentionList.read(principal.tenantId, principal);
  }

  checklist(principal: Principal): Promise<ChecklistTile> {
    return this.steps.read(principal.tenantId, principal);
  }
}

function requirePermission({ permissions }: Principal, permission: Permission): void {
  if (!permissions.has(permission)) throw new PermissionMissing(permission);
}
