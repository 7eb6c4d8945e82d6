import type { ArticleSummary } from '@sitedesk/contract/articles';
import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { FileSummary, FolderDetails, FolderSummary } from '@sitedesk/contract/files';
import type { ImportKey, NewImportKey } from '@sitedesk/contract/import-keys';
import type { CreateImportKeyDto } from '@sitedesk/contract/import-keys.dto';
import type { ImportItem, ImportRun } from '@sitedesk/contract/imports';
import type { CreateImportDto, ImportDocumentDto, StartImportDto } from '@sitedesk/contract/imports.dto';
import type { RotateProgramKeyDto } from '@sitedesk/contract/program-keys.dto';
import { answered, csrfHeaders, http, query, recover, refusalIn } from '../../app/http';
import { Problem } from '../../app/problem';
import type { ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

/** First part of every query of imports. */
export const IMPORTS = 'imports';

/** Of a list that is read to its end. */
const PAGE = '200';

/** What is done request after request, until it's over. */
export type ImportStep = 'pictures' | 'check' | 'import' | 'undo';

export const importRequests = {
  create: (body: CreateImportDto) => http.post<ImportRun>('/import/runs', body),
  read: (id: string) => http.get<ImportRun>(`/import/runs/${id}`),
  send: async (id: string, items: readonly ImportDocumentDto[]) =>
    (await http.put<ImportRun>(`/import/runs/${id}/items`, { items })).body,
  upload: (id: string, name: string, file: File, signal: AbortSignal) => uploadExport(id, name, file, signal),
  check: (id: string) => http.post<ImportRun>(`/import/runs/${id}/check`),
  fetchPictures: (id: string) => http.post<ImportRun>(`/import/runs/${id}/assets`),
  retryPictures: (id: string) => http.post<ImportRun>(`/import/runs/${id}/assets/retry`),
  import: (id: string, body: StartImportDto) => http.post<ImportRun>(`/import/runs/${id}/import`, body),
  undo: (id: string) => http.post<ImportRun>(`/import/runs/${id}/undo`),
  delete: (id: string): Promise<void> => http.delete(`/import/runs/${id}`),
  items: (id: string) => everyRow<ImportItem>(`/import/runs/${id}/items`, {}),
  folders: (parent: string | undefined) => everyRow<FolderSummary>('/folders', { parent }),
  files: (folder: string) => everyRow<FileSummary>('/files', { folder }),
  createFolder: (name: string, parent: string | null) =>
    http.post<FolderDetails>('/folders', { name, parent }),
};

export const importKeyRequests = {
  list: () => http.get<{ readonly items: readonly ImportKey[] }>('/import/keys'),
  create: (body: CreateImportKeyDto) => http.post<NewImportKey>('/import/keys', body),
  rotate: (id: string, body: RotateProgramKeyDto) =>
    http.post<NewImportKey>(`/import/keys/${id}/rotate`, body),
  delete: (id: string): Promise<void> => http.delete(`/import/keys/${id}`),
};

async function everyRow<Row>(
  path: string,
  filters: Readonly<Record<string, string | undefined>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<Row> = await http.get<ListPage<Row>>(
      path + query({ ...filters, limit: PAGE, cursor }),
    );
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

/** Exports are sent as they are. What went wrong with the session is put right once, as for other requests. @throws Problem */
async function uploadExport(id: string, name: string, file: File, signal: AbortSignal): Promise<ImportRun> {
  const once = async (): Promise<ImportRun> => {
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/octet-stream',
      ...csrfHeaders(),
    };
    const path = `/import/runs/${id}/file${query({ name })}`;
    const response = await answered(signal, path, { method: 'PUT', headers, body: file });
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw refusalIn(response, json);
    return json as ImportRun; // the contract's word
  };
  return once().catch(async (problem: unknown) => {
    if (!(problem instanceof Problem) || !(await recover(problem))) throw problem;
    return once();
  });
}

export async function findAuthors(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<AuthorProfile>>(`/authors${query({ q: term || undefined })}`);
  return items.map(({ id, name }) => ({ value: id, label: name }));
}

export async function findBlogs(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<ArticleSummary>>(
    `/articles${query({ type: '2', q: term || undefined })}`,
  );
  return items.map(({ title, path, blogKey }) => ({ value: blogKey ?? '', label: title, description: path }));
}
