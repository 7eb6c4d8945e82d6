import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../../tenancy/tenant.entity.js';

/** What a challenge may be answered for, and nothing else. */
export type CeremonyPurpose = 'registration' | 'sign-in' | 'second-factor' | 'confirmation';

/** A challenge that was not answered yet (ID-18). */
@Entity('webauthn_challenge')
@Index('webauthn_challenge_expiry', ['expiresAt'])
export class WebAuthnChallenge {
  /** Base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'webauthn_challenge_pkey' })
  challenge: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'webauthn_challenge_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('text')
  purpose: CeremonyPurpose;

  /** The session it was given to, the invitation's link, or the browser where nobody is signed in. */
  @Column('text', { name: 'bound_to' })
  boundTo: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
