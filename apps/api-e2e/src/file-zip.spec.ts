import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import type { EditorBrowser } from './harness/editor.js';
import { headersOf, upload } from './harness/files.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { TEST_DATA_DIR } from './harness/processes.js';

/** What an archive holds by its list at the end, as the format says (PKWARE's application note). */
function entriesOf(
  archive: Buffer,
): ReadonlyMap<string, { readonly stored: boolean; readonly octets: Buffer }> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const entries = new Map<string, { stored: boolean; octets: Buffer }>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]; // one of each
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(from, from + size);
    entries.set(archive.subarray(at + 46, at + 46 + name).toString(), {
      stored: method === 0,
      octets: method === 0 ? content : inflateRawSync(content),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

describe('files as one archive (F-21)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let reviewer: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a, b } = sites);
    reviewer = await colleague(sites.site, a, { roles: ['Reviewer'], host: HOSTS.a });
  });
  afterAll(async () => {
    await sites.site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  const zip = async (
    query: string,
    browser = a,
  ): Promise<{ readonly status: number; readonly type: string | undefined; readonly octets: Buffer }> => {
    const url = `${browser.baseUrl}/editor/files/zip?${query}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { headers: headersOf(browser) }, resolve)
        .on('error', reject)
        .end();
    });
    const octets = Buffer.concat((await response.toArray()) as Buffer[]); // its chunks are
    return { status: response.statusCode ?? 0, type: response.headers['content-type'], octets };
  };

  it('has each with its folders, under a name of its own, as it was uploaded', async () => {
    const folder = async (name: string, parent?: string): Promise<string> =>
      ((await a.post('/folders', { name, parent })).json() as { id: string }).id; // the contract's word
    const press = await folder('Press');
    const photos = await folder('Photos', press);
    const octets = randomBytes(600_000);
    const text = 'All of it. '.repeat(2_000);
    await upload(a, 'photo.bin', octets, photos);
    await upload(a, 'Photo.bin', Buffer.from('another'), photos);
    await upload(a, 'photo (2).bin', Buffer.from('a third'), photos);
    await upload(a, 'text.txt', text, press);
    const gone = await upload(a, 'gone.txt', 'Gone', press);
    await a.post('/files/trash', { files: [gone.id] });
    const umlaut = await upload(a, 'Übersicht.txt', 'Oben');
    const foreign = await upload(b, 'theirs.txt', 'Theirs');
    for (const browser of [a, reviewer.browser]) {
      const {
        status,
        type,
        octets: archive,
      } = await zip(`folders=${press}&files=${umlaut.id},${foreign.id}`, browser);
      expect([status, type]).toEqual([200, 'application/zip']);
      const entries = entriesOf(archive);
      expect([...entries.keys()].toSorted()).toEqual([
        'Press/Photos/Photo (3).bin',
        'Press/Photos/photo (2).bin',
        'Press/Photos/photo.bin',
        'Press/text.txt',
        'Übersicht.txt',
      ]);
      const photo = entries.get('Press/Photos/photo.bin');
      expect([photo?.stored, photo?.octets.equals(octets)]).toEqual([true, true]);
      const words = entries.get('Press/text.txt');
      expect([words?.stored, words?.octets.toString()]).toEqual([false, text]);
      expect(entries.get('Übersicht.txt')?.octets.toString()).toBe('Oben');
    }
    // Of another site's folder, nothing.
    expect(entriesOf((await zip(`folders=${press}`, b)).octets).size).toBe(0);
  });

  it('is made of what was chosen', async () => {
    for (const [query, field] of [
      ['', 'files'],
      ['files=x', 'files'],
      ['folders=..', 'folders'],
      ['all=true', 'all'],
    ] as const) {
      const { status, octets } = await zip(query);
      const { errors } = JSON.parse(octets.toString()) as { errors: { field: string }[] }; // a problem
      expect([query, status, errors[0]?.field]).toEqual([query, 400, field]);
    }
  });
});
