import { Column, Entity, Index, ManyToOne, Unique } from 'typeorm';
import { OfAccount } from '../accounts/account-rows.js';
import { IdentityProvider } from './identity-provider.entity.js';

/** Who someone is at a provider: issuer and subject, never the address. */
@Entity('external_identity')
@Unique('external_identity_subject', ['tenantId', 'issuer', 'subject'])
@Index('external_identity_account', ['tenantId', 'accountId'])
@Index('external_identity_provider', ['providerId'])
export class ExternalIdentity extends OfAccount {
  @Column('uuid')
  providerId: string;

  @ManyToOne(() => IdentityProvider, { onDelete: 'CASCADE' })
  provider?: IdentityProvider;

  @Column('text')
  issuer: string;

  @Column('text')
  subject: string;

  /** Ids of the groups, as they were read last. */
  @Column('text', { array: true })
  groups: string[];

  /** Null when what was read is not believed anymore: then there are no groups. */
  @Column('timestamptz', { nullable: true })
  groupsReadAt: Date | null;

  /** Encrypted, place `external_identity/refresh_token/<id>`; with it the groups are read again. */
  @Column('text', { nullable: true })
  refreshToken: string | null;

  @Column('timestamptz')
  createdAt: Date;
}

/** Where a refresh token is stored, for its encryption. */
export const refreshTokenPlace = (identityId: string): string =>
  `external_identity/refresh_token/${identityId}`;
