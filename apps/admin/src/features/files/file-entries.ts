import type { FileSummary, FolderSummary } from '@sitedesk/contract/files';
import type { ChosenFilesDto } from '@sitedesk/contract/files.dto';

/** What a list of the library shows: a folder or a file. */
export type Entry =
  | { readonly type: 'folder'; readonly id: string; readonly name: string; readonly folder: FolderSummary }
  | { readonly type: 'file'; readonly id: string; readonly name: string; readonly file: FileSummary };

export const folderEntry = (folder: FolderSummary): Entry => ({
  type: 'folder',
  id: folder.id,
  name: folder.name,
  folder,
});
export const fileEntry = (file: FileSummary): Entry => ({ type: 'file', id: file.id, name: file.name, file });

/** As the server wants them. */
export const idsOf = (entries: readonly Entry[]): Required<ChosenFilesDto> => ({
  files: entries.flatMap(({ type, id }) => (type === 'file' ? [id] : [])),
  folders: entries.flatMap(({ type, id }) => (type === 'folder' ? [id] : [])),
});

/** Where an entry is; null at the top. */
export const placeOf = (entry: Entry): string | null =>
  entry.type === 'file' ? entry.file.folder : entry.folder.parent;

/** Those that are in the same folder together, as they go back there together. */
export function byPlace(entries: readonly Entry[]): ReadonlyMap<string | null, readonly Entry[]> {
  const places = new Map<string | null, Entry[]>();
  for (const entry of entries) {
    const place = placeOf(entry);
    const there = places.get(place);
    if (there) there.push(entry);
    else places.set(place, [entry]);
  }
  return places;
}
