import type { ImportNote } from './imports.js';
import { type MessageCodes, messages } from './messages.js';
import { problemCode } from './problems.js';

/** Where programs send documents one by one (specification 4.6); below `/_api`, which is nobody's page. */
export const DOCS_IMPORT_PATH = '/_api/import/docs';

export const DOCS_IMPORT_LIMITS = {
  /** Octets of the text of a document. */
  html: 1_048_576,
  /** Octets of a picture or another file. */
  asset: 26_214_400,
  /** Octets of a request with a document, whose text may be escaped. */
  body: 4_194_304,
  /** Characters of an address or a path. */
  address: { min: 1, max: 500 },
} as const;

/** Answer to a document. */
export interface ImportedDoc {
  readonly status: 'created' | 'updated';
  readonly articleNumber: number;
  readonly sourceKey: string;
  /** False when the article was like this already: then nothing was written. */
  readonly changed: boolean;
  /** What of it isn't imported, and what else is to say. */
  readonly notes: readonly ImportNote[];
}

/** Answer to a document that was removed. */
export interface DeletedDoc {
  readonly status: 'deleted';
  readonly articleNumber: number;
  readonly sourceKey: string;
}

/** Answer to a document that was moved. */
export interface RenamedDoc {
  readonly status: 'renamed';
  readonly articleNumber: number;
}

/** Answer to a picture or another file. */
export interface DocAsset {
  /** Where visitors get it. */
  readonly url: string;
  /** What documents call it. */
  readonly path: string;
}

/** The article was edited here since, or lies in the trash. */
export const EDITED_HERE = problemCode('edited-here');

export const DOCS_IMPORT_MESSAGES = messages('docsImport', {
  address: '“{path}” can’t be the address of an article',
  type: 'The article type doesn’t fit the address',
  template: 'There’s no template with this name',
  noFile: 'The form has no file',
  notMultipart: 'Content-Type must be multipart/form-data',
  fileLarge: 'The file is larger than {max} bytes',
  interrupted: 'The upload was cut off',
  sourceLong: 'The name can have at most {max} characters',
  relativePath: 'The path is relative and without “..”',
  known: 'There’s a document with the new name already',
});
export type DocsImportMessageCode = MessageCodes<typeof DOCS_IMPORT_MESSAGES>;
