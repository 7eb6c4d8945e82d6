import { FILE_MESSAGES, type FileDetails, type FileSummary, type StorageUse } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { freePort } from '@sitedesk/testing';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { EditorBrowser } from './harness/editor.js';
import {
  beginUpload,
  headersOf,
  metadata,
  PIXEL,
  readFile,
  sendPart,
  tryUpload,
  upload,
} from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { TEST_DATA_DIR } from './harness/processes.js';
import { setSetting } from './harness/tenants.js';

const MEGABYTE = 1024 * 1024;
const NAUGHTY = JSON.parse(
  readFileSync(require.resolve('big-list-of-naughty-strings/blns.json'), 'utf8'),
) as readonly string[]; // the package's own list
const sha256 = (octets: Buffer): string => createHash('sha256').update(octets).digest('hex');

describe('files', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let reviewer: Colleague;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a, b } = sites);
    reviewer = await colleague(sites.site, a, { roles: ['Reviewer'], host: HOSTS.a });
  });

  afterAll(async () => {
    await sites.site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  const list = async (query = '', browser = a): Promise<readonly FileSummary[]> =>
    ((await browser.get(`/files?limit=100${query}`)).json() as { items: readonly FileSummary[] }).items; // the contract's word
  const visit = (
    path: string,
    headers: Record<string, string> = {},
    host: string = HOSTS.a,
  ): Promise<Answer> => call(siteUrl + path, { headers: { Host: host, ...headers } });
  const use = async (browser = a): Promise<StorageUse> =>
    (await browser.get('/files/storage')).json() as StorageUse; // as above
  const faultOf = (answer: Answer): readonly unknown[] => {
    const { status, errors } = answer.json() as {
      status: number;
      errors?: { field: string; code?: string }[];
    };
    return [status, errors?.[0]?.field, errors?.[0]?.code];
  };

  it('are uploaded, listed, downloaded and public at an address with their hash', async () => {
    const before = await use();
    const octets = Buffer.from('Opening hours\nMonday to Friday\n');
    const file = await upload(a, 'Öffnungszeiten.txt', octets);
    const { usedBy, ...listed } = file as FileDetails; // which one answer says
    expect(usedBy).toEqual({ articles: 0, live: 0, layouts: 0, templates: 0 });
    expect(file).toMatchObject({
      name: 'Öffnungszeiten.txt',
      folder: null,
      kind: 'document',
      type: 'text/plain',
      size: octets.length,
      version: 1,
      hash: sha256(octets),
      trashedAt: null,
      revision: 1,
    });
    expect(await list()).toEqual([listed]);
    expect(await list('&kind=image')).toEqual([]);
    const download = await a.get(`/files/${file.id}/content`);
    expect([download.status, download.text]).toEqual([200, octets.toString()]);
    expect(download.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="O_ffnungszeiten.txt"; filename*=UTF-8''%C3%96ffnungszeiten.txt`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const shown = await visit(file.path);
    expect([shown.status, shown.text]).toEqual([200, octets.toString()]);
    expect(shown.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const short = await visit(`/media/${file.id}/hours`);
    expect([short.status, short.headers.location]).toEqual([302, file.path]);
    const unchanged = await visit(file.path, { 'If-None-Match': String(shown.headers.etag) });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    for (const path of [
      file.path.replace(file.hash.slice(0, 12), '0'.repeat(12)),
      `/media/${file.id}`,
      '/media/x',
    ])
      expect([path, (await visit(path)).status]).toEqual([path, 404]);
    expect(await use()).toEqual({ ...before, used: before.used + octets.length, reserved: 0 });
    expect((await a.get('/audit?action=file.upload')).text).toContain(file.id);
  });

  it('go on after a cut, and become one file with the last octet (F-01)', async () => {
    const octets = randomBytes(3 * MEGABYTE);
    const begun = await beginUpload(a, 'film.bin', octets.length);
    const path = String(begun.headers.location);
    expect([begun.status, begun.headers['upload-offset']]).toEqual([201, '0']);
    let offset = 0;
    for (let cut = 0; cut < 5; cut += 1) {
      // Says that more is coming than there is, and hangs up.
      await new Promise<void>((resolve) => {
        const outgoing = request(a.baseUrl + path, {
          method: 'PATCH',
          headers: {
            ...headersOf(a),
            'Tus-Resumable': '1.0.0',
            'Upload-Offset': String(offset),
            'Content-Type': 'application/offset+octet-stream',
            'Content-Length': octets.length - offset,
          },
        });
        outgoing.on('error', () => undefined).on('close', resolve);
        outgoing.write(octets.subarray(offset, offset + 300_000), () =>
          setTimeout(() => outgoing.destroy(), 50),
        );
      });
      let state: Answer;
      do
        state = await call(a.baseUrl + path, {
          method: 'HEAD',
          headers: { ...headersOf(a), 'Tus-Resumable': '1.0.0' },
        });
      while (Number(state.headers['upload-offset']) === offset);
      const now = Number(state.headers['upload-offset']);
      expect([state.status, now > offset, state.headers['upload-length']]).toEqual([
        200,
        true,
        String(octets.length),
      ]);
      offset = now;
    }
    expect((await sendPart(a, path, 0, octets)).status).toBe(409);
    // Only now is there a file.
    const id = path.split('/').at(-1) ?? '';
    expect((await a.get(`/files/${id}`)).status).toBe(404);
    const last = await sendPart(a, path, offset, octets.subarray(offset));
    expect([last.status, last.headers['upload-offset']]).toEqual([204, String(octets.length)]);
    expect(await readFile(a, id)).toMatchObject({
      hash: sha256(octets),
      size: octets.length,
      type: 'application/octet-stream',
    });
    expect((await a.get(path.slice(EDITOR_PATH.length))).status).toBe(404);
    expect((await use()).reserved).toBe(0);
  });

  it('aren’t read at all of people who may not upload, and Reviewers look at them (F-04)', async () => {
    const { id } = await upload(a, 'plan.txt', 'The plan');
    expect((await reviewer.browser.get(`/files/${id}/content`)).text).toBe('The plan');
    expect((await list('', reviewer.browser)).some((file) => file.id === id)).toBe(true);
    const begun = await beginUpload(a, 'large.bin', 50 * MEGABYTE);
    for (const [headers, status] of [
      [headersOf(reviewer.browser), 403],
      [{ ...a.ownHeaders }, 401],
    ] as const) {
      expect(
        (
          await call(`${a.baseUrl}${EDITOR_PATH}/uploads`, {
            method: 'POST',
            headers: {
              ...headers,
              'Tus-Resumable': '1.0.0',
              'Upload-Length': '9',
              'Upload-Metadata': metadata({ filename: 'x.txt' }),
            },
          })
        ).status,
      ).toBe(status);
      // Nothing of the body is sent, and nothing is waited for.
      const answered = await new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request(a.baseUrl + String(begun.headers.location), {
          method: 'PATCH',
          headers: {
            ...headers,
            'Tus-Resumable': '1.0.0',
            'Upload-Offset': '0',
            'Content-Type': 'application/offset+octet-stream',
            'Content-Length': 50 * MEGABYTE,
          },
        });
        outgoing.on('error', reject).on('response', ({ statusCode }) => {
          outgoing
            .off('error', reject)
            .on('error', () => undefined)
            .destroy();
          resolve(statusCode);
        });
        outgoing.flushHeaders();
      });
      expect(answered).toBe(status);
    }
    expect((await a.delete(String(begun.headers.location).slice(EDITOR_PATH.length))).status).toBe(204);
    expect((await use()).reserved).toBe(0);
  });

  it('keep whatever name they can have, and say why one can’t be (F-05)', async () => {
    const problems: readonly string[] = Object.values(FILE_MESSAGES).flatMap((each) =>
      typeof each === 'function' ? [] : [each.text],
    );
    const names: readonly string[] = [
      ...new Set([
        ...NAUGHTY,
        '..',
        '../../etc/passwd',
        'CON',
        'nul.txt',
        'a\0b',
        'x'.repeat(201),
        'e\u0301té.txt',
        'a .',
        '.htaccess',
        'a/../b',
        '%2e%2e%2f',
        'a\u202Etxt.exe',
      ]),
    ];
    let accepted = 0;
    for (const name of names) {
      const answer = await tryUpload(a, name, 'x');
      if (answer.status === 204) {
        accepted += 1;
        const wanted = name.normalize('NFC').trim();
        expect((await readFile(a, answer.id)).name).toBe(wanted);
        const { headers } = await a.get(`/files/${answer.id}/content`);
        const [, encoded = ''] = /filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition'])) ?? [];
        expect(decodeURIComponent(encoded)).toBe(wanted);
      } else {
        const { errors } = answer.json() as { errors: readonly { field: string; message: string }[] };
        expect([name, answer.status, errors[0]?.field]).toEqual([
          name,
          400,
          expect.stringMatching(/filename|Metadata/),
        ]);
        expect(
          problems.some((text) => text === errors[0]?.message) ||
            /characters|end with/.test(String(errors[0]?.message)),
        ).toBe(true);
      }
    }
    expect([names.length > 400, accepted > 150]).toEqual([true, true]);
    // All that was ever written stands below the site's own folder, under hashes and ids.
    const written = await readdir(join(TEST_DATA_DIR, 'files'), { recursive: true, withFileTypes: true });
    expect(
      written
        .filter((entry) => entry.isFile())
        .every(({ name }) => /^[0-9a-f-]{36}$|^[0-9a-f]{64}$/.test(name)),
    ).toBe(true);
  });

  it('are what their octets and their name say, and never active (F-06)', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const pdf = Buffer.from('%PDF-1.7\n<html><script>alert(1)</script>');
    const html = '<!doctype html><script>alert(1)</script>';
    const refused = [
      ['page.html', html, 'file.refusedType'],
      ['page.HTM', html, 'file.refusedType'],
      ['a.tar.svgz', 'x', 'file.refusedType'],
      ['note.txt', html, 'file.noText'],
      ['note.csv', '\uFEFF <script>', 'file.noText'],
      ['note.md', Buffer.from([0, 1, 2]), 'file.noText'],
      ['picture.jpg', png, 'file.wrongType'],
      ['picture.png', 'no picture', 'file.noMatch'],
      ['film.mp4', pdf, 'file.wrongType'],
      ['paper.pdf', html, 'file.noMatch'],
      ['table.xlsx', png, 'file.wrongType'],
      [
        'program.bin',
        Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(60)]),
        'file.executable',
      ],
    ] as const;
    for (const [name, content, code] of refused)
      expect([name, ...faultOf(await tryUpload(a, name, content))]).toEqual([name, 400, 'filename', code]);
    const served = [
      ['script.php.png', png, 'image/png', 'inline'],
      ['paper.pdf', pdf, 'application/pdf', 'attachment'],
      ['no extension', html, 'application/octet-stream', 'attachment'],
      ['strange.xyz', html, 'application/octet-stream', 'attachment'],
      ['photo.png.unknown', png, 'application/octet-stream', 'attachment'],
    ] as const;
    for (const [name, content, type, disposition] of served) {
      const { id } = await upload(a, name, content);
      const { headers } = await a.get(`/files/${id}/content`);
      expect([name, headers['content-type'], String(headers['content-disposition']).split(';')[0]]).toEqual([
        name,
        type,
        disposition,
      ]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      });
    }
    expect((await use()).reserved).toBe(0);
  });

  it('under three hundred names that don’t say what they are, are refused or not active (F-06)', async () => {
    const markup = '<!doctype html><title>x</title><script>alert(1)</script>';
    const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
    const contents: Readonly<Record<string, Buffer>> = {
      png: PIXEL,
      'a GIF that is a script': Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)//', 'latin1'),
      'a PDF with HTML': Buffer.from(`%PDF-1.7\n${markup}`),
      'HTML after a PNG': Buffer.concat([PIXEL, Buffer.from(markup)]),
      'an archive after HTML': Buffer.concat([Buffer.from(markup), zip]),
      HTML: Buffer.from(markup),
      'HTML after a byte-order mark': Buffer.from(`\uFEFF${markup}`),
      'HTML in UTF-16': Buffer.from(`\uFEFF${markup}`, 'utf16le'),
      'HTML after a comment': Buffer.from(`<!-- ${'x'.repeat(2_000)} -->${markup}`),
      XHTML: Buffer.from(
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
      ),
      'a script': Buffer.from('alert(document.domain)'),
      'a shell script': Buffer.from('#!/bin/sh\nid\n'),
      'a program': Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(60)]),
      'a style sheet': Buffer.from('body{background:url(https://evil.test/)}'),
      words: Buffer.from('Opening hours'),
    };
    const names = (
      'photo|photo.png|photo.JPG|photo.gif|photo.webp|photo.svg|paper.pdf|film.mp4|page.html.png|page.png.html|page.htm|' +
      'page.xhtml|script.js|script.js.txt|note.txt|table.csv|table.xlsx|archive.zip|unknown.xyz|letter.html |sheet.css'
    ).split('|');
    const tried = Object.entries(contents).flatMap(([what, octets]) =>
      names.map((name) => ({ what, octets, name })),
    );
    const outcomes = { refused: 0, served: 0 };
    for (const { what, octets, name } of tried) {
      const answer = await tryUpload(a, name, octets);
      if (answer.status !== 204) {
        expect([what, name, ...faultOf(answer).slice(0, 2)]).toEqual([what, name, 400, 'filename']);
        outcomes.refused += 1;
        return;
      }
      outcomes.served += 1;
      const { path } = await readFile(a, answer.id);
      for (const { status, headers } of [await visit(path), await a.get(`/files/${answer.id}/content`)]) {
        expect([what, name, status, headers['content-type']]).toEqual([
          what,
          name,
          200,
          // Nothing that a browser runs, or takes for a page.
          expect.stringMatching(
            /^(?:image\/(?:png|jpeg|gif|webp|svg\+xml)|application\/(?:pdf|zip|octet-stream)|text\/(?:plain; charset=utf-8|csv))$/,
          ),
        ]);
        expect([what, name, headers]).toMatchObject([
          what,
          name,
          { 'x-content-type-options': 'nosniff', 'content-disposition': expect.any(String) as string },
        ]);
        const isPdf = headers['content-type'] === 'application/pdf'; // whose reader doesn't start in a sandbox
        expect([what, name, isPdf || headers['content-security-policy']]).toEqual([
          what,
          name,
          isPdf || expect.stringMatching(/^sandbox; default-src 'none'/),
        ]);
      }
    }
    expect([tried.length >= 300, outcomes.refused > 100, outcomes.served > 30]).toEqual([true, true, true]);
  });

  it('belong to their site, also where another has the same (F-07)', async () => {
    const octets = Buffer.from('The same at both');
    const [ofA, ofB] = [await upload(a, 'same.txt', octets), await upload(b, 'same.txt', octets)];
    expect([ofA.hash, ofA.id === ofB.id]).toEqual([ofB.hash, false]);
    expect((await b.get(`/files/${ofA.id}`)).status).toBe(404);
    expect((await b.get(`/files/${ofA.id}/content`)).status).toBe(404);
    expect((await list('', b)).map(({ id }) => id)).toEqual([ofB.id]);
    expect([(await visit(ofA.path)).status, (await visit(ofA.path, {}, HOSTS.b)).status]).toEqual([200, 404]);
    const path = String((await beginUpload(a, 'part.txt', 4)).headers.location);
    const foreign = await call(b.baseUrl + path, { method: 'HEAD', headers: headersOf(b) });
    expect([foreign.status, (await sendPart(b, path, 0, Buffer.from('text'))).status]).toEqual([404, 404]);
    expect(await use(b)).toMatchObject({ used: octets.length, reserved: 0 });
    await a.delete(path.slice(EDITOR_PATH.length));
    const places = await readdir(join(TEST_DATA_DIR, 'files'));
    expect(places.filter((place) => place !== 'work')).toHaveLength(2); // one of each site
  });

  it('are listed page after page in each order', async () => {
    for (const order of ['name', 'newest', 'largest']) {
      const all = await list(`&order=${order}`, b);
      for (let count = all.length; count < 5; count += 1)
        await upload(b, `File ${count % 3}.txt`, 'x'.repeat(count));
      const seen: FileSummary[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = (await b.get(`/files?limit=2&order=${order}${from}`)).json() as {
          items: FileSummary[];
          nextCursor: string | null;
        }; // as above
        seen.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(await list(`&order=${order}`, b));
      expect(new Set(seen.map(({ id }) => id)).size).toBe(5);
      const keys = seen.map(
        ({ name, createdAt, size }) =>
          ({ name: name.toLowerCase(), newest: -Date.parse(createdAt), largest: -size })[order] ?? 0,
      );
      expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
    }
  });

  it('never take more room than there is, however many begin at once (F-03)', async () => {
    await setSetting(sites.site.database, 'Files', 'QuotaMegabytes', '10', HOSTS.b);
    await setSetting(sites.site.database, 'Files', 'FileMegabytes', '2', HOSTS.b);
    while ((await use(b)).quota !== 10 * MEGABYTE);
    const tooLarge = await beginUpload(b, 'film.bin', 2 * MEGABYTE + 1);
    expect([tooLarge.status, tooLarge.json()]).toEqual([413, expect.objectContaining({ code: 'too-large' })]);
    const begun = await Promise.all(
      Array.from({ length: 30 }, (_, index) => beginUpload(b, `${index}.bin`, MEGABYTE)),
    );
    const accepted = begun.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(9); // and a little is used already
    for (const answer of begun.filter(({ status }) => status !== 201))
      expect([answer.status, answer.json()]).toEqual([
        413,
        expect.objectContaining({ code: 'storage-full' }),
      ]);
    expect((await use(b)).reserved).toBe(9 * MEGABYTE);
    const octets = randomBytes(MEGABYTE);
    const sent = await Promise.all(
      accepted.map(({ headers }) => sendPart(b, String(headers.location), 0, octets)),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 204));
    // The same content nine times takes its room once.
    const { used, reserved } = await use(b);
    expect([used < 2 * MEGABYTE, reserved]).toEqual([true, 0]);
    // What expires gives back.
    for (let index = 0; index < 8; index += 1) await beginUpload(b, 'waits.bin', MEGABYTE);
    expect((await beginUpload(b, 'more.bin', 2 * MEGABYTE)).status).toBe(413);
    await sites.site.database.query(`UPDATE upload SET expires_at = now() - interval '1 second'`);
    expect((await beginUpload(b, 'more.bin', 2 * MEGABYTE)).status).toBe(201);
    expect((await use(b)).reserved).toBe(2 * MEGABYTE);
  });

  it('are sent in part where a request asks for it (F-14)', async () => {
    const octets = Buffer.from('0123456789'.repeat(100));
    const { path } = await upload(a, 'numbers.bin', octets);
    const part = (range: string, headers: Record<string, string> = {}): Promise<Answer> =>
      visit(path, { Range: range, ...headers });
    const { etag } = (await visit(path)).headers;
    const cases = [
      ['bytes=0-9', 206, '0123456789', 'bytes 0-9/1000'],
      ['bytes=995-', 206, '56789', 'bytes 995-999/1000'],
      ['bytes=-3', 206, '789', 'bytes 997-999/1000'],
      ['bytes=990-5000', 206, '0123456789', 'bytes 990-999/1000'],
      ['bytes=-5000', 206, octets.toString(), 'bytes 0-999/1000'],
      ['bytes=1000-', 416, '', 'bytes */1000'],
      ['bytes=-0', 416, '', 'bytes */1000'],
      ['bytes=0-1,4-5', 200, octets.toString(), undefined],
      ['bytes=9-1', 200, octets.toString(), undefined],
      ['items=0-1', 200, octets.toString(), undefined],
      ['bytes=a-b', 200, octets.toString(), undefined],
    ] as const;
    for (const [range, status, text, contentRange] of cases) {
      const answer = await part(range);
      expect([range, answer.status, answer.text, answer.headers['content-range']]).toEqual([
        range,
        status,
        text,
        contentRange,
      ]);
    }
    expect((await part('bytes=0-0', { 'If-Range': String(etag) })).status).toBe(206);
    expect((await part('bytes=0-0', { 'If-Range': '"other"' })).status).toBe(200);
    expect((await part('bytes=0-0', { 'If-Range': 'Tue, 24 Nov 2026 00:00:00 GMT' })).status).toBe(200);
    const head = await call(siteUrl + path, {
      method: 'HEAD',
      headers: { Host: HOSTS.a, Range: 'bytes=0-1' },
    });
    expect([head.status, head.headers['content-length'], head.headers['accept-ranges'], head.text]).toEqual([
      200,
      '1000',
      'bytes',
      '',
    ]);
  });

  it('are refused where what the protocol needs is missing', async () => {
    const plain = (headers: Record<string, string>): Promise<Answer> =>
      beginUpload(a, 'a.txt', 3, { headers });
    const answer = await plain({ 'Tus-Resumable': '0.2' });
    expect([answer.status, answer.headers['tus-version']]).toEqual([412, '1.0.0']);
    for (const length of ['', '-1', '1.5', 'x', '99999999999999999'])
      expect(faultOf(await plain({ 'Upload-Length': length }))).toEqual([
        400,
        'Upload-Length',
        'file.tusHeader',
      ]);
    expect(faultOf(await plain({ 'Upload-Length': '0' }))).toEqual([400, 'Upload-Length', 'file.empty']);
    expect(faultOf(await plain({ 'Upload-Metadata': '' }))).toEqual([400, 'filename', 'file.nameLength']);
    for (const folder of ['x', '00000000-0000-7000-8000-000000000000'])
      expect(faultOf(await beginUpload(a, 'a.txt', 3, { folder }))).toEqual([400, 'folder', 'file.noFolder']);
  });
});
