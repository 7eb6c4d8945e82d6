import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../identity/account.entity.js';
import { OutboxMessage } from '../outbox/outbox-message.entity.js';

/** What mails to people who run a site are about. */
export const ACCOUNT_MAIL_KINDS = [
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
] as const;
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number];

/** A mail to an account's holder, or to who was told of messages until now; the outbox row of the same id says what becomes of it. */
@Entity('account_mail')
@Index('account_mail_account', ['accountId', 'createdAt'])
export class AccountMail {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'account_mail_pkey' })
  id: string;

  @OneToOne(() => OutboxMessage, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'id', foreignKeyConstraintName: 'account_mail_id_fkey' })
  outbox?: OutboxMessage;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  /** Null for an address that is nobody's account. */
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'account_mail_account_id_fkey' })
  account?: Account;

  @Column('text')
  kind: AccountMailKind;

  /** The one-time link in it. A mail whose link has died before it left is withdrawn. */
  @Column('uuid', { name: 'link_id', nullable: true })
  linkId: string | null;

  /** Recipient and texts, encrypted, because the token of a link is among them; null once it left or was given up. */
  @Column('text', { nullable: true })
  content: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}

/** Where a mail's content is stored, for its encryption. */
export const mailContentPlace = (mailId: string): string => `account_mail/content/${mailId}`;
