import { type Message, type MessageCodes, messages } from './messages.js';
import { problemCode } from './problems.js';
import type { SettingRange } from './settings.js';
import { characters, FORBIDDEN } from './text.js';
import type { SystemText } from './system.js';

export const FILE_LIMITS = {
  /** Of a file's or a folder's name, in characters. */
  name: { min: 1, max: 200 },
  /** Folders in each other. */
  depth: 20,
  /** Folders of a site, trash included. */
  folders: 10_000,
  /** Files and folders that one action is for. */
  bulk: 10_000,
  search: { min: 1, max: 100 },
  alt: { min: 0, max: 300 },
  caption: { min: 0, max: 500 },
  credit: { min: 0, max: 200 },
  /** Days before the end of a licence at which it expires soon. */
  expiringDays: 30,
  /** Nothing is counted further. */
  countedTo: 1_000,
  /** Characters of the ids that one archive is made of: as many as a URL has room for. */
  zipQuery: 6_000,
  /** Uses that a refusal names. */
  namedUses: 20,
  /** Uploads of a site that have begun and aren't complete. */
  openUploads: 1_000,
  /** Hours after which an upload that isn't complete is given up. */
  uploadHours: 24,
  /** Octets of the largest file that a site can allow. */
  octets: 5_000 * 1024 * 1024,
} as const;

/** Of pictures. What is larger isn't unpacked: a file of a few octets can say that it has billions of points. */
export const IMAGE_LIMITS = {
  /** Points of one picture. */
  pixels: 100_000_000,
  frames: 1_000,
  /** Points of all frames together. */
  framePixels: 400_000_000,
  /** Of a colour profile. */
  profileOctets: 4 * 1024 * 1024,
  /** Width of the largest that visitors get. */
  fullWidth: 4_096,
  /** Of a drawing (SVG). */
  drawingOctets: 2 * 1024 * 1024,
  /** Time to make one. */
  seconds: 20,
} as const;

/** Widths and formats that pictures are made in. */
export const IMAGE_WIDTHS = [320, 640, 960, 1280, 1920, 2560] as const;
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** What a site can set its limits to. */
export const FILE_SETTING_RANGES = {
  quota: { min: 1, max: 100_000_000, unit: 'megabytes' },
  file: { min: 1, max: 5_000, unit: 'megabytes' },
} as const satisfies Readonly<Record<string, SettingRange>>;

/** Where files of the public site are: `/media/{id}/{hash}/{name}`. */
export const MEDIA_PATH = '/media';
/** Characters of a content's hash in its URL: enough to tell the versions of one file apart. */
export const MEDIA_HASH = 12;

/** What a file is, for lists and filters. */
export const FILE_KINDS = ['image', 'video', 'audio', 'document', 'archive', 'other'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** How a list of files is ordered. */
export const FILE_ORDERS = ['name', 'newest', 'largest'] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

/**
 * Files of all folders, each in an order of its own: the newest; what nothing uses, the largest first; pictures without words for those who
 * don't see them, the newest first; files with the same content, beside each other; what the licence has ended for, or ends soon for.
 */
export const FILE_FILTERS = ['recent', 'unused', 'missing-alt', 'duplicates', 'expired', 'expiring'] as const;
export type FileFilter = (typeof FILE_FILTERS)[number];

const KILO = 1024;
/** Classes of sizes, in octets. */
export const FILE_SIZES = {
  small: { from: 0, to: 100 * KILO },
  medium: { from: 100 * KILO, to: KILO * KILO },
  large: { from: KILO * KILO, to: 10 * KILO * KILO },
  huge: { from: 10 * KILO * KILO },
} as const satisfies Readonly<Record<string, { readonly from: number; readonly to?: number }>>;
export type FileSize = keyof typeof FILE_SIZES;

/** How many files each filter finds, up to `FILE_LIMITS.countedTo`. */
export interface FileFacets {
  readonly unused: number;
  readonly missingAlt: number;
  readonly duplicates: number;
  readonly expired: number;
  readonly expiring: number;
}

/** A type that the product knows, by the extension of a name. */
export interface FileType {
  readonly type: string;
  readonly kind: FileKind;
  /**
   * What the first octets must say it is; a container of several types has one for all. Undefined for text, which has no such octets and
   * must not look like something else.
   */
  readonly found?: readonly string[];
  /** Whether browsers show it in a page or a tab of its own; anything else is saved. */
  readonly inline?: true;
}

const image = (type: string): FileType => ({ type, kind: 'image', found: [type], inline: true });
const media = (kind: 'video' | 'audio', type: string, ...also: readonly string[]): FileType => ({
  type,
  kind,
  found: [type, ...also],
  inline: true,
});
const office = (type: string): FileType => ({ type, kind: 'document', found: [type, 'application/zip'] });
const oldOffice = (type: string): FileType => ({ type, kind: 'document', found: ['application/x-cfb'] });
const text = (type: string): FileType => ({ type, kind: 'document' });
const archive = (type: string): FileType => ({ type, kind: 'archive', found: [type] });

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** By extension, in lower case. Any other is stored, and saved by browsers instead of shown. */
export const FILE_TYPES: Readonly<Record<string, FileType>> = {
  jpg: image('image/jpeg'),
  jpeg: image('image/jpeg'),
  png: { ...image('image/png'), found: ['image/png', 'image/apng'] },
  gif: image('image/gif'),
  webp: image('image/webp'),
  avif: image('image/avif'),
  svg: { ...image('image/svg+xml'), found: ['application/xml', 'image/svg+xml'] },
  mp4: media('video', 'video/mp4', 'video/x-m4v'),
  m4v: media('video', 'video/mp4', 'video/x-m4v'),
  webm: media('video', 'video/webm'),
  mov: { ...media('video', 'video/quicktime'), inline: undefined },
  mp3: media('audio', 'audio/mpeg'),
  m4a: media('audio', 'audio/mp4', 'audio/x-m4a', 'video/mp4'),
  ogg: media('audio', 'audio/ogg', 'audio/opus', 'video/ogg', 'application/ogg'),
  wav: media('audio', 'audio/wav'),
  flac: media('audio', 'audio/flac', 'audio/x-flac'),
  pdf: { type: 'application/pdf', kind: 'document', found: ['application/pdf'], inline: true },
  docx: office(`${OFFICE}.wordprocessingml.document`),
  xlsx: office(`${OFFICE}.spreadsheetml.sheet`),
  pptx: office(`${OFFICE}.presentationml.presentation`),
  odt: office(`${OPEN}.text`),
  ods: office(`${OPEN}.spreadsheet`),
  odp: office(`${OPEN}.presentation`),
  epub: office('application/epub+zip'),
  doc: oldOffice('application/msword'),
  xls: oldOffice('application/vnd.ms-excel'),
  ppt: oldOffice('application/vnd.ms-powerpoint'),
  rtf: { ...text('application/rtf'), found: ['application/rtf', 'text/rtf'] },
  txt: text('text/plain'),
  md: text('text/markdown'),
  csv: text('text/csv'),
  ics: { ...text('text/calendar'), found: ['text/calendar'] },
  vcf: { ...text('text/vcard'), found: ['text/vcard'] },
  zip: archive('application/zip'),
  gz: { ...archive('application/gzip'), found: ['application/gzip', 'application/x-gzip'] },
  '7z': archive('application/x-7z-compressed'),
  woff2: { type: 'font/woff2', kind: 'other', found: ['font/woff2'], inline: true },
};

/** What a file is that the product doesn't know: octets to be saved. */
export const UNKNOWN_TYPE: FileType = { type: 'application/octet-stream', kind: 'other' };

/** All media types that files are served with. */
export const SERVED_TYPES: readonly string[] = [
  ...new Set([UNKNOWN_TYPE, ...Object.values(FILE_TYPES)].map(({ type }) => type)),
];

/** Extensions of what browsers or computers would run. Nobody can allow them. */
export const REFUSED_EXTENSIONS: ReadonlySet<string> = new Set(
  `app asp aspx bat cer cgi cjs cmd com cpl crt dll dmg exe gadget hta htm html htaccess inf ins iso jar jnlp js jse jsp jspx lnk
   mht mhtml mjs msc msh msi msp mst phar php php3 php4 php5 phtml pif pl ps1 ps1xml psc1 psm1 py rb reg scf scr sct sh shtml svgz swf
   url vb vbe vbs wasm ws wsc wsf wsh xht xhtml xml xsl xslt`.split(/\s+/),
);

/** What stands behind the last point of a name, in lower case; empty without one. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The type that a name claims. */
export const typeOfName = (name: string): FileType => {
  const extension = extensionOf(name);
  return (Object.hasOwn(FILE_TYPES, extension) ? FILE_TYPES[extension] : undefined) ?? UNKNOWN_TYPE;
};

/** Names that a computer with Windows takes for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** Characters that no file system, or no URL, or nobody who looks at them takes for part of a name. */
const NOT_IN_NAMES = /[/\\:*?"<>|\uFFFD\uFEFF\u200B-\u200F\u2060-\u2064\u2066-\u206F\uFFF9-\uFFFB]/u;

/** What keeps a text from being the name of a file or a folder; undefined for a good one. It is stored in NFC. */
export function nameProblem(name: string): Message | undefined {
  const length = characters(name);
  if (length < FILE_LIMITS.name.min || length > FILE_LIMITS.name.max)
    return FILE_MESSAGES.nameLength({ max: FILE_LIMITS.name.max });
  if (FORBIDDEN.test(name) || NOT_IN_NAMES.test(name) || /\p{Surrogate}/u.test(name))
    return FILE_MESSAGES.nameCharacters;
  if (/^[\s.]|[\s.]$/u.test(name)) return FILE_MESSAGES.nameEnds;
  return DEVICE.test(name) ? FILE_MESSAGES.nameDevice : undefined;
}

export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** Of a picture: parts of its width and height, from the top left. */
export interface ImageArea extends FocalPoint {
  readonly width: number;
  readonly height: number;
}

/** The smallest part of a picture's width or height that pages can show. */
export const SMALLEST_CROP = 0.02;

/** Shapes that themes show pictures in: width by height. */
export const PICTURE_RATIOS = { banner: 9 / 4, card: 3 / 2 } as const;

/** What a page shows of a picture. */
export interface PictureFraming {
  readonly crop: ImageArea | null;
  readonly focus: FocalPoint | null;
}

const WHOLE: ImageArea = { x: 0, y: 0, width: 1, height: 1 };

/** As much of what was cropped as a shape takes, with what the picture is about as near to the middle as it can be. */
export function areaInShape(
  { width, height }: { readonly width: number; readonly height: number },
  { crop, focus }: PictureFraming,
  ratio: number,
): ImageArea {
  const room = crop ?? WHOLE;
  const wanted = (ratio * height) / width; // of the parts
  const shown = {
    width: Math.min(room.width, room.height * wanted),
    height: Math.min(room.height, room.width / wanted),
  };
  const middle = focus ?? { x: room.x + room.width / 2, y: room.y + room.height / 2 };
  return {
    x: Math.min(Math.max(middle.x - shown.width / 2, room.x), room.x + room.width - shown.width),
    y: Math.min(Math.max(middle.y - shown.height / 2, room.y), room.y + room.height - shown.height),
    ...shown,
  };
}

/** An area in pixels, whole ones, for a picture of a size: never empty, and never outside. */
export function areaPixels(
  area: ImageArea,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
  const left = Math.min(Math.round(area.x * width), width - 1);
  const top = Math.min(Math.round(area.y * height), height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(area.width * width), width - left)),
    height: Math.max(1, Math.min(Math.round(area.height * height), height - top)),
  };
}

/** A file of the library. */
export interface FileSummary {
  readonly id: string;
  readonly name: string;
  /** Id of its folder; null at the top. */
  readonly folder: string | null;
  readonly kind: FileKind;
  /** Media type, as it is served. */
  readonly type: string;
  /** In octets. */
  readonly size: number;
  /** Of its content: each replacement is one more. */
  readonly version: number;
  /** SHA-256 of its content, in hexadecimal digits: equal for duplicates. */
  readonly hash: string;
  /** Of a picture, as it is shown; null for anything else. */
  readonly width: number | null;
  readonly height: number | null;
  /** What a picture shows, for those who don't see it: articles begin with it. */
  readonly alt: string | null;
  /** Whether a picture needs no such words. */
  readonly decorative: boolean;
  readonly caption: string | null;
  /** Who made it. */
  readonly credit: string | null;
  /** The last day on which it may be shown, such as `2027-01-31`. */
  readonly licenceUntil: string | null;
  /** What a picture is about: parts of its width and height, from the top left. */
  readonly focus: FocalPoint | null;
  /** What pages show of a picture; null for all of it. */
  readonly crop: ImageArea | null;
  /** Path at the public site. */
  readonly path: string;
  readonly createdAt: string;
  /** Who uploaded it; null when they are gone. */
  readonly createdBy: string | null;
  readonly changedAt: string;
  /** Null unless it is in the trash. */
  readonly trashedAt: string | null;
  /** For `If-Match`. */
  readonly revision: number;
}

/** How many use a file, also those that the caller may not see. */
export interface FileUseCounts {
  /** Articles, by their draft or by what is live of them. */
  readonly articles: number;
  /** Of these, those that visitors see it in. */
  readonly live: number;
  readonly layouts: number;
  /** Templates, by their newest version. */
  readonly templates: number;
}

/** A file, and how many use it. */
export interface FileDetails extends FileSummary {
  readonly usedBy: FileUseCounts;
}

/** An article that uses a file. */
export interface FileUse {
  readonly number: number;
  readonly title: string;
  /** Address on the public site, as the draft has it. */
  readonly path: string;
  /** Whether the draft uses it. */
  readonly draft: boolean;
  /** Whether what visitors see uses it. */
  readonly live: boolean;
  /** Whether the article is in the trash. */
  readonly trashed: boolean;
}

/** A layout that names a file by its URL. */
export interface LayoutUse {
  readonly id: string;
  readonly name: string;
  readonly live: boolean;
}

/** A template whose newest version has a file. */
export interface TemplateUse {
  readonly id: string;
  readonly name: string;
}

/** Where a file is used, as far as the caller may see it. */
export interface FileUses {
  /** Articles, the newest first. */
  readonly items: readonly FileUse[];
  readonly nextCursor: string | null;
  /** On the first page only. */
  readonly layouts: readonly LayoutUse[];
  /** On the first page only. */
  readonly templates: readonly TemplateUse[];
  /** Articles, layouts and templates that the caller doesn't see. */
  readonly hidden: number;
}

/** What a file holds, or held before it was replaced. */
export interface FileVersion {
  readonly version: number;
  /** Of what was uploaded. */
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly hash: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly createdAt: string;
  /** Who uploaded or restored it; null when they are gone. */
  readonly createdBy: string | null;
  /** Null for what the file holds now. */
  readonly replacedAt: string | null;
}

/** A folder of the library. */
export interface FolderSummary {
  readonly id: string;
  readonly name: string;
  /** Id of the folder that it is in; null at the top. */
  readonly parent: string | null;
  readonly createdAt: string;
  /** Null unless it is in the trash. */
  readonly trashedAt: string | null;
  /** For `If-Match`. */
  readonly revision: number;
}

/** A folder, and where it is. */
export interface FolderDetails extends FolderSummary {
  /** The folders that it is in, from the top. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
}

/** What an action on several things did. */
export interface MovedThings {
  readonly files: number;
  readonly folders: number;
}

/** How far an upload is. */
export interface UploadState {
  /** The file's, once the upload is complete. */
  readonly id: string;
  readonly name: string;
  /** Octets that arrived. */
  readonly offset: number;
  /** Octets in all. */
  readonly length: number;
  readonly expiresAt: string;
}

/** How much room the files of a site take. */
export interface StorageUse {
  /** Octets of all files and their versions, each content once. */
  readonly used: number;
  /** Octets of uploads that aren't complete. */
  readonly reserved: number;
  /** Octets there can be. */
  readonly quota: number;
  /** Octets that one file can have. */
  readonly largest: number;
}

export const FILE_MESSAGES = messages('file', {
  nameLength: 'A name has 1 to {max} characters',
  nameCharacters: 'A name can’t contain / \\ : * ? " < > | or invisible characters',
  nameEnds: 'A name can’t begin or end with a period or a space',
  nameDevice: 'Windows reserves this name for a device',
  refusedType:
    'Files that end with .{extension} aren’t allowed, because browsers or computers could run them',
  wrongType: 'The content doesn’t fit .{extension}: it looks like {found}',
  noMatch: 'The content doesn’t fit .{extension}',
  noText: 'The content doesn’t fit .{extension}: it isn’t text',
  brokenImage: 'The content isn’t a whole .{extension} picture',
  imageTooLarge: 'The picture is too large: at most {pixels} megapixels, and 1,000 frames',
  executable: 'Programs aren’t allowed',
  empty: 'The file is empty',
  tooLarge: 'The file is too large: at most {max} MB',
  noRoom: 'There isn’t enough storage left on this site',
  tooManyUploads: 'Too many uploads are under way on this site',
  noFolder: 'There’s no such folder',
  noFile: 'There’s no such file',
  folderExists: 'There’s a folder with this name already',
  folderInItself: 'A folder can’t be in itself',
  folderDepth: 'Folders can be at most {max} deep in each other',
  tooManyFolders: 'A site can have at most {max} folders',
  sameExtension: 'The name has to end with .{extension}, because the content stays the same',
  inTrash: 'It’s in the trash',
  notInTrash: 'Only what is in the trash can be deleted permanently',
  inTrashedFolder: 'It’s in the trash with its folder: restore the folder',
  nothingChosen: 'Choose at least one file or folder',
  offset: 'The upload goes on at {offset}',
  uploading: 'This part is being uploaded by another request',
  storeAway: 'Files can’t be stored or read at the moment',
  otherType: 'The file can only be replaced with another that ends with .{extension}',
  sameContent: 'The file has this content already',
  tooManyZipped: 'An archive can hold at most {max} files',
  decorativeAlt: 'A decorative picture has no alternative text',
  notAPicture: 'Only pictures have an alternative text',
  cropOutside: 'The crop has to be inside the picture',
  noCrop: 'Only pictures made of pixels can be cropped',
  oneFilter: 'Choose a size or another filter, not both',
  ownOrder: 'This filter has an order of its own',
  stillLive:
    'Visitors see what you want to move to the trash. Send evenIfUsed to do it all the same: pages show it until it’s deleted permanently',
  stillUsed:
    'Articles, layouts or templates use what you want to delete. Send evenIfUsed to delete it all the same',
  tusVersion: 'Send Tus-Resumable: 1.0.0',
  tusHeader: 'This header is missing or isn’t valid',
  tusType: 'Content-Type must be application/offset+octet-stream',
});
export type FileMessageCode = MessageCodes<typeof FILE_MESSAGES>;

/** Member `uses` of the problem when files are to go that are in use. */
export interface BlockingUses extends Pick<FileUses, 'layouts' | 'templates' | 'hidden'> {
  /** The first articles. */
  readonly items: readonly FileUse[];
  readonly hasMore: boolean;
}
/** Code of that problem. */
export const FILE_IN_USE = problemCode('file-in-use');
/** Codes of problems: no room for a file, and a part of an upload that doesn't begin where the last one ended. */
export const STORAGE_FULL = problemCode('storage-full');
export const WRONG_OFFSET = problemCode('wrong-offset');

/** What the check of the system page finds of where files are stored. */
export const STORAGE_SYSTEM_TEXTS = {
  'storage-ok': { finding: 'Files can be stored and read.' },
  'storage-moving': {
    finding: 'Files can be stored and read. What hasn’t been moved yet is read from FILES_URL_PREVIOUS.',
    fix: 'Run `npm run files -- move`. When it has moved everything, remove FILES_URL_PREVIOUS and restart.',
  },
  'storage-away': {
    finding: 'Files can’t be stored or read: the file storage can’t be reached, or it answers with an error.',
    fix: 'Check FILES_URL, and whether the service is running. Uploads go on when it’s back.',
  },
  'storage-silent': {
    finding: 'The file storage didn’t answer in time.',
    fix: 'Check the service that FILES_URL names, and the network between it and this process.',
  },
  'storage-folder': {
    finding: 'The folder for files can’t be written or read.',
    fix: 'Check that the folder of FILES_URL belongs to the user that this process runs as, and that its disk has room.',
  },
  'storage-key': {
    finding: 'The file storage doesn’t know the access key.',
    fix: 'Correct FILES_ACCESS_KEY_ID and restart.',
  },
  'storage-secret': {
    finding: 'The file storage refuses the secret access key.',
    fix: 'Correct FILES_SECRET_ACCESS_KEY and restart.',
  },
  'storage-denied': {
    finding: 'The access key isn’t allowed to use the bucket.',
    fix: 'Allow it to list the bucket, and to read, write and delete objects in it.',
  },
  'storage-bucket': {
    finding: 'The bucket doesn’t exist.',
    fix: 'Create it, or correct the bucket in FILES_URL and restart.',
  },
  'storage-region': {
    finding: 'The bucket is in another region.',
    fix: 'Correct the region in FILES_URL and restart.',
  },
  'storage-clock': {
    finding: 'The file storage refuses requests because this machine’s clock is off.',
    fix: 'Turn on time synchronization (NTP) on this machine.',
  },
} as const satisfies Readonly<Record<string, SystemText>>;
export type StorageCode = keyof typeof STORAGE_SYSTEM_TEXTS;
