import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A CAPTCHA token that was verified ahead of the submit and is accepted once more (D10). Kept as a hash, for two minutes. */
@Entity('captcha_pass')
export class CaptchaPass {
  @PrimaryColumn('uuid', { name: 'tenant_id', primaryKeyConstraintName: 'captcha_pass_pkey' })
  tenantId: string;

  @PrimaryColumn('text', { name: 'client_address', primaryKeyConstraintName: 'captcha_pass_pkey' })
  clientAddress: string;

  @PrimaryColumn('text', { name: 'token_hash', primaryKeyConstraintName: 'captcha_pass_pkey' })
  tokenHash: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
