import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../account.entity.js';
import { IdentityProvider } from './identity-provider.entity.js';

/** Who somebody is at a provider: issuer and subject, never the address (ID-19). */
@Entity('external_identity')
@Unique('external_identity_subject', ['tenantId', 'issuer', 'subject'])
@Index('external_identity_account', ['tenantId', 'accountId'])
@Index('external_identity_provider', ['providerId'])
export class ExternalIdentity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'external_identity_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'provider_id' })
  providerId: string;

  @ManyToOne(() => IdentityProvider, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'provider_id', foreignKeyConstraintName: 'external_identity_provider_id_fkey' })
  provider?: IdentityProvider;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'external_identity_account_id_fkey' })
  account?: Account;

  @Column('text')
  issuer: string;

  @Column('text')
  subject: string;

  /** Ids of the groups, as they were read last. */
  @Column('text', { array: true })
  groups: string[];

  /** Null when what was read is not believed any more: then there are no groups. */
  @Column('timestamptz', { name: 'groups_read_at', nullable: true })
  groupsReadAt: Date | null;

  /** Encrypted, place `external_identity/refresh_token/<id>`; with it the groups are read again. */
  @Column('text', { name: 'refresh_token', nullable: true })
  refreshToken: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}

/** Where a refresh token is stored, for its encryption. */
export const refreshTokenPlace = (identityId: string): string =>
  `external_identity/refresh_token/${identityId}`;
