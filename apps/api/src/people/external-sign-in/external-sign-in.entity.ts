import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IdentityProvider } from './identity-provider.entity.js';

/** A sign-in that is under way at a provider. It ends with the answer, or after ten minutes. */
@Entity('external_sign_in')
@Index('external_sign_in_expiry', ['expiresAt'])
export class ExternalSignIn {
  /** Hash of the `state` that the provider gives back. */
  @PrimaryColumn('text')
  stateHash: string;

  @Column('uuid')
  tenantId: string;

  @ForeignKey(() => IdentityProvider, { onDelete: 'CASCADE' })
  @Column('uuid')
  providerId: string;

  /** Hash of what the browser holds: the answer must come back in the browser that asked. */
  @Column('text')
  browserHash: string;

  @Column('text')
  nonce: string;

  /** Of PKCE (RFC 7636). Worth nothing without the code, which only the browser brings. */
  @Column('text')
  verifier: string;

  @Column('text')
  returnTo: string;

  /** The account that the identity shall be linked to; null for a sign-in. */
  @Column('uuid', { nullable: true })
  linkAccountId: string | null;

  /** The session that shall count as fresh again, a confirmation before a sensitive action; null for anything else. */
  @Column('uuid', { nullable: true })
  confirmSessionId: string | null;

  @Column('timestamptz')
  expiresAt: Date;
}
