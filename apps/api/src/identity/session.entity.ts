import type { SignInMethod } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from './account.entity.js';
import { ExternalIdentity } from './external/external-identity.entity.js';

/** `pending`: the password was right, the second factor is due; it opens nothing but the routes that take that. */
export type SessionKind = 'full' | 'pending';

/** A sign-in of an account at its tenant (D17). The id that the browser holds is stored as a hash only. */
@Entity('session')
@Unique('session_token', ['tokenHash'])
@Index('session_account', ['tenantId', 'accountId'])
@Index('session_tenant_created', ['tenantId', 'createdAt', 'id'])
@Index('session_expiry', ['expiresAt'])
@Index('session_identity', ['identityId'])
export class Session {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'session_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'session_account_id_fkey' })
  account?: Account;

  @Column('text', { name: 'token_hash' })
  tokenHash: string;

  @Column('text')
  kind: SessionKind;

  @Column('text', { array: true })
  methods: SignInMethod[];

  /** The identity at a provider that it came through, and ends with; null for every other way in. */
  @Column('uuid', { name: 'identity_id', nullable: true })
  identityId: string | null;

  @ManyToOne(() => ExternalIdentity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'session_identity_id_fkey' })
  identity?: ExternalIdentity | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt: Date;

  /** When the person last proved who they are. */
  @Column('timestamptz', { name: 'authenticated_at' })
  authenticatedAt: Date;

  /** Codes and passwords that were tried in it since it got its id; the fifth wrong one ends it (ID-16). */
  @Column('integer', { name: 'proof_tries', default: 0 })
  proofTries: number;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('text', { name: 'client_address' })
  clientAddress: string;

  @Column('text', { name: 'user_agent' })
  userAgent: string;
}
