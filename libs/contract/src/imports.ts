import { type Message, type MessageCode, type MessageCodes, messages } from './messages.js';

/** Numbers of an import. */
export const IMPORT_LIMITS = {
  /** Name of what is imported: the same name again is the same documents again. */
  source: { min: 1, max: 100 },
  /** A document's own name within its source, such as `guide/first-steps.md`. */
  externalId: { min: 1, max: 300 },
  /** Octets of one document. */
  document: 1_048_576,
  /** Octets of one export. */
  file: 104_857_600,
  /** Octets of one document with its pictures, as a file of Word or Google Docs: as it is, all of it unpacked, and each of its texts. */
  packed: 20_971_520,
  unpacked: 67_108_864,
  packedText: 8_388_608,
  /** Authors of an export whose email addresses are looked up. */
  exportAuthors: 1_000,
  /** Pictures of other servers that one import fetches; octets of each, and milliseconds that each has. */
  pictures: 2_000,
  picture: 20_971_520,
  pictureMs: 10_000,
  /** Documents of one import. */
  items: 10_000,
  /** Documents in one request. */
  batch: 50,
  /** Octets of one request. */
  batchOctets: 4_194_304,
  /** Imports of a site that aren't finished. */
  openRuns: 20,
  /** Different values that a line of a report names; the others are counted. */
  named: 5,
  /** Octets of front matter, and how deep it can be. */
  frontMatter: 65_536,
  frontMatterDepth: 20,
  /** Former hosts of the documents, and the length of each. */
  hosts: 10,
  host: { min: 1, max: 253 },
  /** Former addresses of one document. */
  aliases: 20,
} as const;

/** What documents are written in. */
export const IMPORT_FORMATS = ['markdown', 'html'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What becomes of documents that were edited here since they were imported: they stay, or get the imported text as a new draft. */
export const IMPORT_CONFLICTS = ['keep', 'overwrite'] as const;
export type ImportConflict = (typeof IMPORT_CONFLICTS)[number];

/** Whether documents become drafts, or are published unless they say that they are drafts. */
export const IMPORT_STATUSES = ['draft', 'published'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/**
 * How far an import is. `open`: documents arrive; `checked`: there is a report; `importing` and `undoing`: some of it is done, and going on
 * does the rest; `done`, `undone`: all of it.
 */
export const IMPORT_STATES = ['open', 'checked', 'importing', 'done', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What becomes of a document, or became of it. */
export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'conflict', 'refused'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** What an import does with its documents. */
export interface ImportOptions {
  readonly source: string;
  /** Key of the blog whose posts they become; null for pages. */
  readonly blogKey: string | null;
  /** ID of the author profile of documents that name no author; null for none. */
  readonly author: string | null;
  readonly status: ImportStatus;
  readonly conflict: ImportConflict;
  /** ID of the folder of files with the pictures, by the same paths as the documents; null for none. */
  readonly folder: string | null;
  /** Hosts that the documents were published at: links there lead to the imported documents. */
  readonly hosts: readonly string[];
}

export type ImportCounts = Readonly<Record<ImportOutcome, number>>;

/** Pictures of other servers that the documents of an import show, by what became of them. */
export interface ImportPictures {
  readonly waiting: number;
  readonly fetched: number;
  readonly failed: number;
}

/** An import. */
export interface ImportRun extends ImportOptions {
  readonly id: string;
  readonly state: ImportState;
  readonly createdAt: string;
  readonly createdBy: { readonly id: string; readonly displayName: string } | null;
  /** Name of the key that created it; null when a person did. */
  readonly keyName: string | null;
  /** When it was imported or undone completely; null before. */
  readonly finishedAt: string | null;
  /** Documents that arrived. */
  readonly items: number;
  /** How many of them were read, which is the first part of checking. */
  readonly read: number;
  /** How many of them the report, the import or the undoing has come to. */
  readonly processed: number;
  readonly counts: ImportCounts;
  /** Of the report, in hexadecimal: what an import can be held to. Null until everything was checked. */
  readonly reportHash: string | null;
  /** What isn't about one document: kinds of things that an export has and that aren't imported. */
  readonly notes: readonly ImportNote[];
  readonly pictures: ImportPictures;
}

/** A line of the report on a document. */
export interface ImportNote extends MessageCode {
  readonly text: string;
  /** Whether something of the document isn't imported, or only said. */
  readonly level: 'error' | 'warning' | 'info';
  /** Line of the document; null when it's about all of it. */
  readonly line: number | null;
}

/** A document of an import, with what becomes of it. */
export interface ImportItem {
  readonly externalId: string;
  readonly title: string;
  /** Where it is, or will be; null when that can't be said. */
  readonly path: string | null;
  /** Null until it was checked. */
  readonly outcome: ImportOutcome | null;
  /** Whether it's published. */
  readonly publish: boolean;
  /** Number of its article; null when there is none. */
  readonly article: number | null;
  readonly notes: readonly ImportNote[];
}

export const IMPORT_MESSAGES = messages('import', {
  tooManyOpen: 'There are {limit} imports that aren’t finished. Remove one first',
  tooManyItems: 'An import can have at most {limit} documents',
  tooLarge: 'The document is larger than {limit} bytes',
  externalId: 'The name of a document is a relative path without “..”',
  twice: 'Each document can be in a request once',
  unknownBlog: 'There’s no blog with this key',
  unknownAuthor: 'There’s no such author',
  unknownFolder: 'There’s no such folder',
  notOpen: 'This import has begun: start another one',
  notChecked: 'Check the documents first',
  otherReport: 'The report isn’t the one that was asked for: check again, and look at what changed',
  notImported: 'Only an import that has begun can be undone',
  busy: 'This import is being worked on at the moment',
  fileType:
    'Choose a Word document (.docx), a web page of Google Docs (.zip), or an export of WordPress (.xml) or Ghost (.json)',
  notWord: 'The file isn’t a Word document (.docx). Save older or protected ones as .docx without a password',
  notGoogle: 'The file isn’t a web page of Google Docs. Use File, Download, Web page there',
  packedDamaged: 'The file is damaged',
  packedEncrypted: 'The file is encrypted',
  packedLarge: 'The file is too large when it’s unpacked',
  innerLinks: 'Links within the document, turned into text: {count}',
  picturesLeftOut: 'Pictures in a format that isn’t supported, or that aren’t in the file, left out: {count}',
  picturesForbidden: 'Pictures left out, because you can’t manage files: {count}',
  xmlBroken: 'The file isn’t well-formed XML: line {line}, {reason}',
  xmlDoctype: 'The file declares entities, which an export never does. It isn’t read',
  notWordPress: 'The file isn’t an export of WordPress. Use Tools, Export there, and choose all content',
  notGhost: 'The file isn’t an export of Ghost. Use Settings, Import/Export there, and export the content',
  jsonBroken: 'The file isn’t well-formed JSON',
  membersOnly: 'Members only in Ghost: it stays a draft',
  noHtml: 'The export has no HTML for it, so its text is empty',
  exportTextLarge: 'The file has a text that is too large for a document',
  exportTwice: 'The file has “{name}” twice',
  exportEmpty: 'The file has no posts and no pages',
  leftOut: 'Not imported: {what} ({count})',
  shortcodes: 'Shortcodes stay in the text as they are: {names}',
  passwordProtected: 'Password-protected in WordPress: it stays a draft',
  frontMatterOpen: 'The front matter has no end',
  frontMatterType: 'Only front matter in YAML is read',
  frontMatterLarge: 'The front matter is too large or nested too deep',
  frontMatterBroken: 'The front matter can’t be read: {reason}',
  mdx: 'MDX runs code and isn’t imported. Save it as Markdown',
  tooDeep: 'The document is nested too deep',
  takesLong: 'The document takes too long to read',
  takesMemory: 'The document takes too much memory to read',
  unreadable: 'The document can’t be read',
  encoding: 'The document isn’t in UTF-8',
  body: 'The text can’t be imported: {reason}',
  noTitle: 'The document has no title, so its file name is used',
  titleLong: 'The title has {length} characters: at most {limit} are possible',
  introductionLong: 'The introduction has {length} characters: at most {limit} are possible',
  searchLong: 'The entry for search engines “{field}” is too long: it’s left out',
  tagLong: 'The tag “{tag}” is too long',
  tagsMany: 'Only {limit} tags are possible: {count} are left out',
  authorsMany: 'Only {limit} authors are possible: {count} are left out',
  aliasesMany: 'Only {limit} former addresses are possible: {count} are left out',
  canonicalWrong: '“{address}” can’t be an original URL: it’s left out',
  bannerTextLong: 'The alternative text of the banner is cut to {limit} characters',
  slug: '“{slug}” can’t be an address',
  reserved: 'Addresses can’t begin with “{word}”',
  addressTwice: '“{other}” has the same address',
  addressTaken: '“{title}” has this address',
  addressTakenUnseen: 'An article that you can’t see has this address',
  addressKept: 'An article that was live at this address keeps it',
  addressStays: 'The document asks for the address {path}: the article stays where it is',
  typeStays: 'The article is in another place than this import puts it, and stays there',
  unknownKeys: 'Unknown front matter, ignored: {keys}',
  dateWrong: 'The date “{date}” can’t be read',
  dateFuture: 'The date is in the future: it stays a draft',
  isDraft: 'It’s marked as a draft',
  authorUnknown: 'There’s no author “{name}”',
  dropped: 'Not supported in articles, left out: {what} ({count})',
  moved: 'Moved behind the block that can’t hold it: {what} ({count})',
  linkDead: 'Broken link, turned into text: {target}',
  linkRefused: 'Not an allowed link address, turned into text: {target}',
  linkToRefused: 'Leads to a document that isn’t imported: {target}',
  linksRewritten: 'Links updated to imported documents: {count}',
  imageMissing: 'The picture isn’t among the files: {target}',
  imageElsewhere: 'The picture is on another server, and not fetched yet: {target}',
  imageFailed: 'The picture couldn’t be fetched: {target} ({reason})',
  imagesMany: 'An import fetches at most {limit} pictures. Left out: {target}',
  imageStatus: 'the server answered {status}',
  imageRedirects: 'too many redirects',
  imageType: 'not a picture of a known type',
  imageInline: 'A picture that is part of the text isn’t imported',
  bannerMissing: 'The banner isn’t among the files: {target}',
  edited: 'Edited here since it was imported',
  editedReplaced: 'Edited here since it was imported: this text is kept as a version',
  trashed: 'It’s in the trash',
  outside: 'Outside of what the import key is limited to',
  aliasesOutside: 'Former addresses outside of what the import key is limited to: {count}',
  cantEdit: 'You can’t edit this article',
  aliasWrong: 'The former address “{path}” can’t be redirected: {reason}',
  failed: 'Refused while it was imported: {reason}',
  undoEdited: 'Edited since: it stays',
  undoFailed: 'Can’t be undone: {reason}',
});
export type ImportMessageCode = MessageCodes<typeof IMPORT_MESSAGES>;

/** A line of a report. */
export const importNote = (
  level: ImportNote['level'],
  message: Message,
  line: number | null = null,
): ImportNote => ({ level, line, ...message });

/** What an import had nothing of. */
export const NO_COUNTS: ImportCounts = { created: 0, updated: 0, unchanged: 0, conflict: 0, refused: 0 };

/**
 * The name of a document within its source in its one spelling: with `/` between its parts, and nothing before the first.
 * @returns undefined for what isn't a relative path
 */
export function externalIdOf(name: string): string | undefined {
  const parts = name.normalize('NFC').replaceAll('\\', '/').split('/');
  const kept = parts.filter((part) => part !== '' && part !== '.');
  return kept.length === 0 || kept.includes('..') ? undefined : kept.join('/');
}

/** What a document is written in, by the end of its name; undefined for one that isn't a document. */
export function importFormatOf(name: string): ImportFormat | undefined {
  const [, extension = ''] = /\.([^./]+)$/.exec(name.toLowerCase()) ?? [];
  if (['md', 'markdown', 'mdx'].includes(extension)) return 'markdown';
  return ['html', 'htm', 'xhtml'].includes(extension) ? 'html' : undefined;
}

/** What a file is that has one document with its pictures. */
export const PACKED_KINDS = ['word', 'google'] as const;
export type PackedKind = (typeof PACKED_KINDS)[number];

/** What a file is that has many documents, or one with its pictures, by the end of its name; undefined for any other. */
export function importFileOf(name: string): 'wordpress' | 'ghost' | PackedKind | undefined {
  const [, extension = ''] = /\.([^./]+)$/.exec(name.toLowerCase()) ?? [];
  if (extension === 'docx') return 'word';
  if (extension === 'zip') return 'google';
  if (extension === 'xml') return 'wordpress';
  return extension === 'json' ? 'ghost' : undefined;
}
