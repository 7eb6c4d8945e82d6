import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A CAPTCHA token that was verified ahead of the submit and is accepted once more. Kept as a hash, for two minutes. */
@Entity('captcha_pass')
export class CaptchaPass {
  @PrimaryColumn('uuid')
  tenantId: string;

  @PrimaryColumn('text')
  clientAddress: string;

  @PrimaryColumn('text')
  tokenHash: string;

  @Column('timestamptz')
  expiresAt: Date;
}
