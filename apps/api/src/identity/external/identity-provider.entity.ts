import type { ProviderPreset } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../../tenancy/tenant.entity.js';

/** An OpenID provider at which the people of a tenant can sign in. */
@Entity('identity_provider')
@Index('identity_provider_tenant', ['tenantId', 'name', 'id'])
export class IdentityProvider {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'identity_provider_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'identity_provider_tenant_id_fkey' })
  tenant?: Tenant;

  /** What people see on the button. */
  @Column('text')
  name: string;

  @Column('text')
  preset: ProviderPreset;

  @Column('text')
  issuer: string;

  @Column('text', { name: 'client_id' })
  clientId: string;

  /** Encrypted, place `identity_provider/client_secret/<id>`; null for a public client. */
  @Column('text', { name: 'client_secret', nullable: true })
  clientSecret: string | null;

  /** Beyond `openid profile email`. */
  @Column('text', { array: true })
  scopes: string[];

  /** Claim that lists the ids of a person's groups; null when groups play no part. */
  @Column('text', { name: 'group_claim', nullable: true })
  groupClaim: string | null;

  /** Address of the directory's API, asked when the claim does not list all groups. */
  @Column('text', { name: 'directory_url', nullable: true })
  directoryUrl: string | null;

  /** Whether somebody who is not known yet gets an account. */
  @Column('boolean', { name: 'allow_sign_up' })
  allowSignUp: boolean;

  @Column('boolean')
  enabled: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('integer', { default: 1 })
  version: number;
}

/** Where a provider's secret is stored, for its encryption. */
export const clientSecretPlace = (providerId: string): string =>
  `identity_provider/client_secret/${providerId}`;
