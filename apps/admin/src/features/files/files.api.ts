import type {
  FileDetails,
  FileFacets,
  FileSummary,
  FileUses,
  FolderDetails,
  FolderSummary,
  MovedThings,
  StorageUse,
  UploadState,
} from '@sitedesk/contract/files';
import type {
  ChangeFileDto,
  ChosenFilesDto,
  CreateFolderDto,
  MoveFilesDto,
  TrashFilesDto,
} from '@sitedesk/contract/files.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { http, query, QUIET } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';

/** First part of every query of files, folders and their storage. */
export const FILES = 'files';

/** Of a page of a list that is read to its end. */
const PAGE = '200';

/** Whether what is in use goes too: only after someone was asked. */
type EvenIfUsed = { readonly evenIfUsed?: 'true' | undefined };

export const fileRequests = {
  read: (id: string) => http.read<FileDetails>(`/files/${id}`),
  change: (id: string, etag: string | null, body: ChangeFileDto) =>
    http.patch<FileDetails>(`/files/${id}`, body, { ifMatch: etag }),
  rename: (id: string, etag: string | null, name: string) =>
    http.patch<FileSummary>(`/files/${id}`, { name }, { ifMatch: etag }),
  delete: (id: string, also: EvenIfUsed): Promise<void> => http.delete(`/files/${id}${query(also)}`),
  move: (body: MoveFilesDto) => http.post<MovedThings>('/files/move', body),
  trash: (body: TrashFilesDto) => http.post<MovedThings>('/files/trash', body),
  restore: (body: ChosenFilesDto) => http.post<MovedThings>('/files/restore', body),
  uses: (id: string, cursor: string | null) =>
    http.get<FileUses>(`/files/${id}/usages${query({ limit: '20', cursor })}`),
  restoreVersion: (id: string, etag: string | null, version: number) =>
    http.post<FileDetails>(`/files/${id}/versions/${version}/restore`, undefined, { ifMatch: etag }),
  facets: () => http.get<FileFacets>('/files/facets'),
  storage: () => http.get<StorageUse>('/files/storage'),
  /** In the background: nobody is asked to sign in for it. */
  upload: (id: string) => http.get<UploadState>(`/uploads/${id}`, QUIET),
};

export const folderRequests = {
  read: (id: string) => http.read<FolderDetails>(`/folders/${id}`),
  create: (body: CreateFolderDto) => http.post<FolderDetails>('/folders', body),
  rename: (id: string, etag: string | null, name: string) =>
    http.patch<FolderDetails>(`/folders/${id}`, { name }, { ifMatch: etag }),
  delete: (id: string, also: EvenIfUsed): Promise<void> => http.delete(`/folders/${id}${query(also)}`),
};

/** All folders in one, or in the trash: a site has at most some thousands. */
export async function everyFolder(
  where: { readonly parent?: string | null; readonly trash?: 'true' },
  signal?: AbortSignal,
): Promise<readonly FolderSummary[]> {
  const folders: FolderSummary[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<FolderSummary> = await http.get(
      `/folders${query({ ...where, limit: PAGE, cursor })}`,
      signal ? { signal } : {},
    );
    folders.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return folders;
}

/** The query of the folders in one; null for the top level. */
export const foldersIn = (parent: string | null) =>
  ({
    queryKey: [FILES, 'folders', parent],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => everyFolder({ parent }, signal),
  }) as const;

/** The query of a folder with the ones that it is in. */
export const folderQuery = (id: string) =>
  ({
    queryKey: [FILES, 'folder', id],
    queryFn: async () => (await folderRequests.read(id)).body,
  }) as const;

export const FACETS = { queryKey: [FILES, 'facets'], queryFn: fileRequests.facets } as const;
export const STORAGE = { queryKey: [FILES, 'storage'], queryFn: fileRequests.storage } as const;

/** Where a picture, a player, or the browser itself finds it. */
export const contentUrl = (id: string): string => `${EDITOR_PATH}/files/${id}/content`;
export const versionUrl = (id: string, version: number): string =>
  `${EDITOR_PATH}/files/${id}/versions/${version}/content`;
/** With the revision, as the picture of another content or crop is another one. */
export const thumbnailUrl = ({ id, revision }: FileSummary): string =>
  `${EDITOR_PATH}/files/${id}/thumbnail?revision=${revision}`;
