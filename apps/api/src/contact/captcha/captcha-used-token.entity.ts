import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A CAPTCHA token that has served, as a hash: no second one may, whatever the provider says. */
@Entity('captcha_used_token')
@Index('captcha_used_token_expiry', ['expiresAt'])
export class CaptchaUsedToken {
  @PrimaryColumn('uuid')
  tenantId: string;

  @PrimaryColumn('text')
  tokenHash: string;

  @Column('timestamptz')
  expiresAt: Date;
}
