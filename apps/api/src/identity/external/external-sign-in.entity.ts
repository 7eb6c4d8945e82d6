import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { IdentityProvider } from './identity-provider.entity.js';

/** A sign-in that is under way at a provider. It ends with the answer, or after ten minutes. */
@Entity('external_sign_in')
@Index('external_sign_in_expiry', ['expiresAt'])
export class ExternalSignIn {
  /** Hash of the `state` that the provider gives back. */
  @PrimaryColumn('text', { name: 'state_hash', primaryKeyConstraintName: 'external_sign_in_pkey' })
  stateHash: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'provider_id' })
  providerId: string;

  @ManyToOne(() => IdentityProvider, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'provider_id', foreignKeyConstraintName: 'external_sign_in_provider_id_fkey' })
  provider?: IdentityProvider;

  /** Hash of what the browser holds: the answer must come back in the browser that asked. */
  @Column('text', { name: 'browser_hash' })
  browserHash: string;

  @Column('text')
  nonce: string;

  /** Of PKCE (RFC 7636). Worth nothing without the code, which only the browser brings. */
  @Column('text')
  verifier: string;

  @Column('text', { name: 'return_to' })
  returnTo: string;

  /** The account that the identity shall be linked to; null for a sign-in. */
  @Column('uuid', { name: 'link_account_id', nullable: true })
  linkAccountId: string | null;

  /** The session that shall count as fresh again, a confirmation before a risky act; null for anything else. */
  @Column('uuid', { name: 'confirm_session_id', nullable: true })
  confirmSessionId: string | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
