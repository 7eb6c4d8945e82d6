import type { SignInMethod } from '@sitedesk/contract/identity';
import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { OfAccount } from '../accounts/account-rows.js';
import type { SessionKind } from '../../platform/http/principal.js';

/** A sign-in of an account at its tenant. The id that the browser holds is stored as a hash only. */
@Entity('session')
@Unique('session_token', ['tokenHash'])
@Index('session_account', ['tenantId', 'accountId'])
@Index('session_tenant_created', ['tenantId', 'createdAt', 'id'])
@Index('session_expiry', ['expiresAt'])
@Index('session_identity', ['identityId'])
export class Session extends OfAccount {
  @Column('text')
  tokenHash: string;

  @Column('text')
  kind: SessionKind;

  @Column('text', { array: true })
  methods: SignInMethod[];

  /** The identity at a provider that it came through, and ends with; null for every other way in. */
  @ForeignKey('ExternalIdentity', { onDelete: 'CASCADE' })
  @Column('uuid', { nullable: true })
  identityId: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  lastSeenAt: Date;

  /** When the person last proved who they are. */
  @Column('timestamptz')
  authenticatedAt: Date;

  /** Codes and passwords that were tried in it since it got its id; the fifth wrong one ends it. */
  @Column('integer', { default: 0 })
  proofTries: number;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('text')
  clientAddress: string;

  @Column('text')
  userAgent: string;
}
