/** A column that holds personal data or secrets, encrypted with its tenant's key, and what binds a text to its row. */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** Column that names the row, and the place its texts are encrypted for: `place/<that column's value>`. */
  readonly idColumn: string;
  readonly place: string;
}

/**
 * Every column that `PersonalData` writes: it refuses any other, because rotation re-encrypts what stands here.
 */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: 'account', column: 'email', idColumn: 'id', place: 'account/email' },
  { table: 'account_key', column: 'key', idColumn: 'account_id', place: 'account_key/key' },
  { table: 'account_mail', column: 'content', idColumn: 'id', place: 'account_mail/content' },
  { table: 'one_time_link', column: 'email', idColumn: 'id', place: 'one_time_link/email' },
  {
    ...{ table: 'identity_provider', column: 'client_secret', idColumn: 'id' },
    place: 'identity_provider/client_secret',
  },
  {
    ...{ table: 'external_identity', column: 'refresh_token', idColumn: 'id' },
    place: 'external_identity/refresh_token',
  },
  { table: 'totp_credential', column: 'secret', idColumn: 'account_id', place: 'totp_credential/secret' },
  { table: 'mailing_list', column: 'api_key', idColumn: 'tenant_id', place: 'mailing_list/api_key' },
  { table: 'setup_state', column: 'code', idColumn: 'tenant_id', place: 'setup_state/code' },
];
