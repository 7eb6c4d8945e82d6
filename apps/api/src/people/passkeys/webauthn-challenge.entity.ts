import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Tenant } from '../../platform/tenancy/tenant.entity.js';

/** What a challenge may be answered for, and nothing else. */
export type CeremonyPurpose = 'registration' | 'sign-in' | 'second-factor' | 'confirmation';

/** A challenge that was not answered yet. */
@Entity('webauthn_challenge')
@Index('webauthn_challenge_expiry', ['expiresAt'])
export class WebAuthnChallenge {
  /** Base64url. */
  @PrimaryColumn('text')
  challenge: string;

  @ForeignKey(() => Tenant, { onDelete: 'CASCADE' })
  @Column('uuid')
  tenantId: string;

  @Column('text')
  purpose: CeremonyPurpose;

  /** The session it was given to, the invitation's link, or the browser where nobody is signed in. */
  @Column('text')
  boundTo: string;

  @Column('timestamptz')
  expiresAt: Date;
}
