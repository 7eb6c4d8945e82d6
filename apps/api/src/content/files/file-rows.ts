import {
  type FileKind,
  type FileSummary,
  type FocalPoint,
  type ImageArea,
  MEDIA_HASH,
  MEDIA_PATH,
} from '@sitedesk/contract/files';

/** What people chose of a picture, as it is stored. */
export interface FramingRow {
  readonly focus_x: number | null;
  readonly focus_y: number | null;
  readonly crop_x: number | null;
  readonly crop_y: number | null;
  readonly crop_width: number | null;
  readonly crop_height: number | null;
}

/** A row of `file` as lists show it. */
export interface FileRow extends FramingRow {
  readonly id: string;
  readonly folder_id: string | null;
  readonly name: string;
  readonly name_key: string;
  readonly kind: FileKind;
  readonly type: string;
  readonly size: string;
  readonly hash: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string | null;
  readonly decorative: boolean;
  readonly caption: string | null;
  readonly credit: string | null;
  /** A day of the calendar. */
  readonly licence_until: string | null;
  readonly version: number;
  readonly revision: number;
  readonly created_at: Date;
  readonly created_by_name: string | null;
  readonly changed_at: Date;
  readonly trashed_at: Date | null;
}

/** Of `file f` with its content `b`. Who uploaded it is looked up for the rows that are shown. */
export const FILE_COLUMNS = `f.id, f.folder_id, f.name, f.name_key, f.kind, f.type, f.size, f.hash, f.version, f.revision, f.created_at,
  f.changed_at, f.trashed_at, b.width, b.height, f.alt, f.decorative, f.caption, f.credit, f.licence_until::text, f.focus_x, f.focus_y,
  f.crop_x, f.crop_y, f.crop_width, f.crop_height, (SELECT o.display_name FROM account o WHERE o.id = f.created_by) AS created_by_name`;
/** What a search looks at. */
export const WORDS_OF_FILE = `search_words(f.tenant_id, f.name || ' ' || coalesce(f.alt, '') || ' ' || coalesce(f.credit, ''))`;
export const FILES_WITH_CONTENT = 'file f JOIN blob b ON b.tenant_id = f.tenant_id AND b.hash = f.hash';

/** What names are ordered and compared by: without case. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Where a content of a file is at the public site. The name is for people, and isn't looked at. */
export const mediaPath = (id: string, hash: string, name: string): string =>
  `${MEDIA_PATH}/${id}/${hash.slice(0, MEDIA_HASH)}/${encodeURIComponent(name)}`;

export const focusOf = ({ focus_x: x, focus_y: y }: FramingRow): FocalPoint | null =>
  x === null || y === null ? null : { x, y };

export const cropOf = ({
  crop_x: x,
  crop_y: y,
  crop_width: width,
  crop_height: height,
}: FramingRow): ImageArea | null =>
  x === null || y === null || width === null || height === null ? null : { x, y, width, height };

export const toFile = (row: FileRow): FileSummary => ({
  id: row.id,
  name: row.name,
  folder: row.folder_id,
  kind: row.kind,
  type: row.type,
  size: Number(row.size),
  version: row.version,
  hash: row.hash,
  width: row.width,
  height: row.height,
  alt: row.alt,
  decorative: row.decorative,
  caption: row.caption,
  credit: row.credit,
  licenceUntil: row.licence_until,
  focus: focusOf(row),
  crop: cropOf(row),
  path: mediaPath(row.id, row.hash, row.name),
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  changedAt: row.changed_at.toISOString(),
  trashedAt: row.trashed_at?.toISOString() ?? null,
  revision: row.revision,
});
