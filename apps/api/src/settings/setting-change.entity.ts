import type { ActorKind, SettingChangeItem, SettingChangeKind, SettingGroup } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** What is kept of one setting of a change. Never a secret, not even encrypted: one that was replaced may have leaked. */
export interface StoredChangeItem extends SettingChangeItem {
  /** Whether the secret itself, and not only what is shown of it, became another. */
  readonly secretChanged: boolean;
}

/** One save of settings of a group. The newest version of a group is what a form has to have seen. */
@Entity('setting_change')
@Unique('setting_change_version', ['tenantId', 'group', 'version'])
@Index('setting_change_tenant', ['tenantId', 'id'])
export class SettingChange {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'setting_change_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'setting_change_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('text')
  group: SettingGroup;

  @Column('integer')
  version: number;

  @Column('timestamptz')
  at: Date;

  @Column('text', { name: 'actor_kind' })
  actorKind: ActorKind;

  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId: string | null;

  @Column('text', { name: 'actor_label' })
  actorLabel: string;

  @Column('text')
  kind: SettingChangeKind;

  @Column('uuid', { nullable: true })
  undoes: string | null;

  @Column('jsonb')
  items: StoredChangeItem[];
}
