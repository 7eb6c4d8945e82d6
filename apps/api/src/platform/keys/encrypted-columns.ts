import { extensionPoint } from '../core/features.js';

/** A column that holds personal data or secrets, encrypted with its tenant's key, and what binds a text to its row. */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** Column that names the row, if not `id`. Texts are encrypted for the place `table/column/<its value>`. */
  readonly idColumn?: string;
  /** Column that holds the keyed hash of the text, by which the row is found. */
  readonly lookupColumn?: string;
}

/** Every column that `PersonalData` writes: it refuses any other, because rotation re-encrypts what is registered here. */
export const ENCRYPTED_COLUMNS = extensionPoint<EncryptedColumn>('encrypted columns');
