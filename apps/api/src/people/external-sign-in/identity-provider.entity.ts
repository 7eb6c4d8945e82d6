import type { ProviderPreset } from '@sitedesk/contract/external-sign-in';
import { Column, Entity, Index } from 'typeorm';
import { OfTenant } from '../../platform/tenancy/tenant-rows.js';

/** An OpenID provider at which the people of a tenant can sign in. */
@Entity('identity_provider')
@Index('identity_provider_tenant', ['tenantId', 'name', 'id'])
export class IdentityProvider extends OfTenant {
  /** What people see on the button. */
  @Column('text')
  name: string;

  @Column('text')
  preset: ProviderPreset;

  @Column('text')
  issuer: string;

  @Column('text')
  clientId: string;

  /** Encrypted, place `identity_provider/client_secret/<id>`; null for a public client. */
  @Column('text', { nullable: true })
  clientSecret: string | null;

  /** Beyond `openid profile email`. */
  @Column('text', { array: true })
  scopes: string[];

  /** Claim that lists the ids of a person's groups; null when groups play no part. */
  @Column('text', { nullable: true })
  groupClaim: string | null;

  /** Address of the directory's API, asked when the claim does not list all groups. */
  @Column('text', { nullable: true })
  directoryUrl: string | null;

  /** Whether someone who is not known yet gets an account. */
  @Column('boolean')
  allowSignUp: boolean;

  @Column('boolean')
  enabled: boolean;

  @Column('timestamptz')
  createdAt: Date;

  @Column('integer', { default: 1 })
  version: number;
}

/** Where a provider's secret is stored, for its encryption. */
export const clientSecretPlace = (providerId: string): string =>
  `identity_provider/client_secret/${providerId}`;
