import type { ActorKind } from '@sitedesk/contract/audit';
import type { SettingChangeItem, SettingChangeKind } from '@sitedesk/contract/settings';
import { Column, Entity, Index, Unique } from 'typeorm';
import { OfTenant } from '../tenancy/tenant-rows.js';

/** What is kept of one setting of a change. Never a secret, not even encrypted: one that was replaced may have leaked. */
export interface StoredChangeItem extends SettingChangeItem {
  /** Whether the secret itself, and not only what is shown of it, became another. */
  readonly secretChanged: boolean;
}

/** One save of settings of a group. The newest version of a group is what a form has to have seen. */
@Entity('setting_change')
@Unique('setting_change_version', ['tenantId', 'group', 'version'])
@Index('setting_change_tenant', ['tenantId', 'id'])
export class SettingChange extends OfTenant {
  @Column('text')
  group: string;

  @Column('integer')
  version: number;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  actorKind: ActorKind;

  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('text')
  actorLabel: string;

  @Column('text')
  kind: SettingChangeKind;

  @Column('uuid', { nullable: true })
  undoes: string | null;

  @Column('jsonb')
  items: StoredChangeItem[];
}
