import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { DataSource } from 'typeorm';
import { newId } from '../platform/core/id.js';
import { DEFAULT_SOURCE } from '../content/layouts/themes/default-theme.js';
import type { Body } from './valid-body.js';
import { create, missing, type Place } from './mirror-place.js';

/** Numbers begin with 1 at each site: here they don't, so that one of site B is nothing at A. */
export async function makeArticle(place: Place): Promise<string> {
  return makeNumbered(place, '/articles', { type: 0, title: `Article ${newId()}` });
}

/** A translation of which nothing is left, so that no provider is asked. */
export async function makeTranslation(place: Place): Promise<string> {
  const number = await makeArticle(place);
  await place.sites.running.database.query(
    `INSERT INTO ai_translation (tenant_id, number, source, language, total, pending, kept) VALUES ($1, $2, 1, 'de', 1, '{}', '[]')`,
    [place.site.tenantId, number],
  );
  return number;
}

export async function makeApplication(place: Place): Promise<string> {
  return makeNumbered(place, '/spa', { title: `Application ${newId()}` });
}

/** Every application has a first deployment: one of site B is the second, which no new application of A has. */
export async function makeDeployment({ sites, site, ids }: Place): Promise<string> {
  const number = site === sites.a ? '1' : '2';
  await sites.running.database.query(
    `INSERT INTO deployment (tenant_id, article_number, number, state, by, created_at) VALUES ($1, $2, $3, 'ready', 'CI', now())`,
    [site.tenantId, ids['number'], number],
  );
  return number;
}

async function makeNumbered(place: Place, path: string, body: Body): Promise<string> {
  const { sites, site } = place;
  await sites.running.database.query(
    `INSERT INTO article_counter (tenant_id, last) VALUES ($1, $2) ON CONFLICT (tenant_id) DO NOTHING`,
    [site.tenantId, site === sites.a ? 0 : 1_000_000],
  );
  await create(place, path, body);
  const [row] = await sites.running.database.query('SELECT last FROM article_counter WHERE tenant_id = $1', [
    site.tenantId,
  ]);
  return row ? String(row['last']) : missing('article');
}

/** Every article has a first version: one of site B is the second, which no new article of A has. */
export async function makeVersion({ sites, site, ids }: Place): Promise<string> {
  if (site === sites.a) return '1';
  const headers = { ...(await sites.freshSession(site, 'Administrator')), 'If-Match': '"v1"' };
  const path = `${EDITOR_PATH}/articles/${ids['number']}/versions`;
  const answer = await sites.call(site, { method: 'POST', path, headers, body: { name: 'Second' } });
  return answer.status === 201 ? '2' : missing('version');
}

/** What is published is the first version, and without a difference stays it; one of site B is the second. */
/** A site has few that are open: what was made long before goes. */
export async function makeImport(place: Place): Promise<string> {
  const { sites, site } = place;
  await sites.running.app.get(DataSource).query(
    `DELETE FROM import_run WHERE tenant_id = $1 AND id NOT IN (
       SELECT id FROM import_run WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT 8)`,
    [site.tenantId],
  );
  return create(place, '/import/runs', { source: `Source ${newId()}` });
}

/** A site has few: those of before go. */
export async function makeImportKey(place: Place): Promise<string> {
  const { sites, site } = place;
  await sites.running.app.get(DataSource).query(
    `DELETE FROM import_key WHERE tenant_id = $1 AND id NOT IN (
       SELECT id FROM import_key WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT 8)`,
    [site.tenantId],
  );
  return create(place, '/import/keys', { name: `Key ${newId()}` });
}

export async function makeLayoutVersion({ sites, site, ids }: Place): Promise<string> {
  const path = `${EDITOR_PATH}/layouts/${ids['id']}`;
  const send = async (method: 'POST' | 'PUT', to: string, version: number, body: Body): Promise<void> => {
    const headers = { ...(await sites.freshSession(site, 'Administrator')), 'If-Match': `"v${version}"` };
    const answer = await sites.call(site, { method, path: to, headers, body });
    if (answer.status !== 200) throw new Error(`${method} ${to} answered ${answer.status}: ${answer.text}`);
  };
  await send('POST', `${path}/publish`, 1, {});
  if (site === sites.a) return '1';
  await send('PUT', path, 1, { name: 'Changed', source: { ...DEFAULT_SOURCE, css: '' } });
  await send('POST', `${path}/publish`, 2, {});
  return '2';
}

/** A template has a version from the beginning; one of site B has a second. */
export async function makeTemplateVersion({ sites, site, ids }: Place): Promise<string> {
  if (site === sites.a) return '1';
  const headers = { ...(await sites.freshSession(site, 'Administrator')), 'If-Match': '"v1"' };
  const document = { type: 'doc', content: [{ type: 'horizontalRule' }] };
  const body = { name: 'Changed', document, locked: [] };
  const answer = await sites.call(site, {
    method: 'PUT',
    path: `${EDITOR_PATH}/templates/${ids['id']}`,
    headers,
    body,
  });
  if (answer.status !== 200) throw new Error(`The template answered ${answer.status}: ${answer.text}`);
  return '2';
}

/** Tests move the clock by weeks. */
export const inAYear = (): string => new Date(Date.now() + 365 * 86_400_000).toISOString();

export function makePlan(place: Place): Promise<string> {
  const body = { action: 'publish', version: 1, at: inAYear() };
  return create(place, `/articles/${place.ids['number']}/plans`, body);
}

export function makeThread(place: Place): Promise<string> {
  const path = `/articles/${place.ids['number']}/threads`;
  return create(place, path, { field: 'title', body: 'A comment' });
}

export function makeComment(place: Place): Promise<string> {
  const path = `/articles/${place.ids['number']}/threads/${place.ids['thread']}/comments`;
  return create(place, path, { body: 'A reply' });
}

export async function makeBlog(place: Place): Promise<string> {
  const blogKey = newId();
  await makeArticle(place);
  await create(place, '/articles', { type: 2, title: 'A blog', blogKey });
  return blogKey;
}

/** @param replaces file whose next version it will be @returns the id of the upload, and of the file to come without one */
export async function makeUpload({ sites, site }: Place, length: number, replaces?: string): Promise<string> {
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const replaced = replaces === undefined ? '' : `,replaces ${encoded(replaces)}`;
  const headers = {
    ...(await sites.freshSession(site, 'Administrator')),
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(length),
    'Upload-Metadata': `filename ${encoded(`${newId()}.txt`)}${replaced}`,
    ...(replaces === undefined ? {} : { 'If-Match': '"v1"' }),
  };
  const answer = await sites.call(site, { method: 'POST', path: `${EDITOR_PATH}/uploads`, headers });
  return String(answer.headers.location).split('/').at(-1) ?? missing('upload');
}

export async function makeFile(place: Place): Promise<string> {
  const id = await makeUpload(place, 4);
  await sendUpload(place, id, 'Text');
  return id;
}

/** Every file has a first version: one of site B is the second, which no new file of A has. */
export async function makeFileVersion(place: Place): Promise<string> {
  const { sites, site, ids } = place;
  if (site === sites.a) return '1';
  await sendUpload(place, await makeUpload(place, 5, ids['id']), 'Other');
  return '2';
}

async function sendUpload({ sites, site }: Place, id: string, body: string): Promise<void> {
  const headers = {
    ...(await sites.freshSession(site, 'Administrator')),
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
  };
  const path = `${EDITOR_PATH}/uploads/${id}`;
  const { status, text } = await sites.call(site, { method: 'PATCH', path, headers, body });
  if (status !== 204) throw new Error(`PATCH ${path} answered ${status}: ${text}`);
}
