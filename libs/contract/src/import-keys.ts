import { type MessageCodes, messages } from './messages.js';
import type { ProgramKey } from './program-keys.js';

export const IMPORT_KEY_PREFIX = 'sdi_';

export const IMPORT_KEY_LIMITS = {
  /** Of one site. */
  keys: 20,
  /** Characters of the path that a key can be limited to. */
  path: { min: 2, max: 200 },
} as const;

/** What a key may do: `draft` writes drafts only, `publish` also publishes, as far as whose key it is may. */
export const IMPORT_KEY_SCOPES = ['draft', 'publish'] as const;
export type ImportKeyScope = (typeof IMPORT_KEY_SCOPES)[number];

/** A key with which programs import documents, on behalf of who created it. */
export interface ImportKey extends ProgramKey {
  readonly scope: ImportKeyScope;
  /** Key of the only blog that it writes posts of; null for no such limit. */
  readonly blogKey: string | null;
  /** Path that everything it writes is at or below, such as `/docs`; null for no such limit. */
  readonly path: string | null;
  /** Whose permissions it has. */
  readonly owner: { readonly id: string; readonly displayName: string };
}

/** A new key; it is shown this once. */
export interface NewImportKey extends ImportKey {
  readonly key: string;
}

export const IMPORT_KEY_MESSAGES = messages('importKeys', {
  invalid: 'The import key is wrong or has expired, or isn’t for this',
  tooMany: 'A site can have at most {max} import keys. Revoke one first',
  replaced: 'This key has been replaced already',
  oneLimit: 'A key can be limited to a blog or to a path, not to both',
  path: 'The path begins with a slash and has lower-case letters, digits, hyphens and underscores, such as /docs',
});
export type ImportKeyMessageCode = MessageCodes<typeof IMPORT_KEY_MESSAGES>;
