import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { JobRow } from '../../platform/jobs/job.entity.js';

/** Kind of the jobs that send them; such a job has the id of its email. */
export const ACCOUNT_EMAIL = 'account-email';

/** What emails to people who run a site are about. */
export const ACCOUNT_EMAIL_KINDS = [
  'invitation',
  'confirm-email',
  'reset-password',
  'change-email',
  'address-known',
  'password-changed',
  'email-changed',
  'two-factor-changed',
  'two-factor-reset',
  'recipient-changed',
  'security-changed',
  'webhook-off',
] as const;
export type AccountEmailKind = (typeof ACCOUNT_EMAIL_KINDS)[number];

/** An email to an account's owner, or to the former recipient of notifications; the job of the same id says what becomes of it. */
@Entity('account_mail')
@Index('account_mail_account', ['accountId', 'createdAt'])
export class AccountEmail {
  @ForeignKey(() => JobRow, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  tenantId: string;

  /** Null for an address that is nobody's account. */
  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @Column('uuid', { nullable: true })
  accountId: string | null;

  @Column('text')
  kind: AccountEmailKind;

  /** The one-time link in it. An email whose link has died before it left is withdrawn. */
  @Column('uuid', { nullable: true })
  linkId: string | null;

  /** Recipient and texts, encrypted, because the token of a link is among them; null once it left or was given up. */
  @Column('text', { nullable: true })
  content: string | null;

  @Column('timestamptz')
  createdAt: Date;
}

/** Where an email's content is stored, for its encryption. */
export const emailContentPlace = (mailId: string): string => `account_mail/content/${mailId}`;
