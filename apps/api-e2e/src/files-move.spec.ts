import type { FileSummary } from '@sitedesk/contract/files';
import type { SystemReport } from '@sitedesk/contract/system';
import { freePort, type S3Server, startS3Server } from '@sitedesk/testing';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openApi, runSetupCommand } from './harness/backends.js';
import { createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { ADMINISTRATOR, EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { bucketEnvironment } from './harness/file-stores.js';
import { beginUpload, sendPart, upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { apiEnvironment, type ProcessEnv, type Running, TEST_DATA_DIR } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';

const COMMAND = join(__dirname, '../../api/dist/bundle/cli/files.js');
const FILES = 12;

describe('npm run files (F-19)', () => {
  let server: S3Server;
  let database: E2eDatabase;
  let api: Running;
  let editor: EditorBrowser;
  let sitePort: number;
  let moving: ProcessEnv;
  const files: FileSummary[] = [];
  const contents = new Map<string, Buffer>();

  const start = async (env: ProcessEnv): Promise<void> => {
    api = await openApi(database.url, {
      ...BEHIND_LOCAL_PROXY,
      SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
      SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
      SITE_PORT: String(sitePort),
      ...env,
    });
    editor = new EditorBrowser(api.url, { 'X-Forwarded-For': '198.51.100.9' });
    await editor.signIn(ADMINISTRATOR);
  };
  const add = async (name: string, content: Buffer): Promise<FileSummary> => {
    const file = await upload(editor, name, content);
    files.push(file);
    contents.set(file.hash, content);
    return file;
  };
  const run = (env: ProcessEnv, ...args: readonly string[]): Promise<string> =>
    runSetupCommand('files', args, database.url, { DATA_DIR: TEST_DATA_DIR, ...env });
  const visit = (path: string): Promise<Answer> => call(`http://127.0.0.1:${sitePort}${path}`);
  const stateOfCheck = async (): Promise<string | undefined> => {
    const { checks } = (await editor.get('/system')).json() as SystemReport; // the contract's word
    return checks.find(({ check }) => check === 'storage')?.code;
  };
  const blobs = (): readonly string[] => [...server.objects.keys()].filter((key) => key.includes('/blobs/'));
  const keyOf = ({ hash }: FileSummary): string => blobs().find((key) => key.endsWith(hash)) ?? '';
  /** In the folder that files were moved back to. */
  const pathOf = async ({ hash }: FileSummary): Promise<string> => {
    const root = join(TEST_DATA_DIR, 'elsewhere');
    const found = await readdir(root, { recursive: true });
    return join(root, found.find((path) => path.includes('blobs') && path.endsWith(hash)) ?? 'missing');
  };
  async function expectAllServed(): Promise<void> {
    for (const { path, kind } of files)
      expect([path, kind, (await visit(path)).status]).toEqual([path, kind, 200]);
  }

  beforeAll(async () => {
    server = await startS3Server({ pageSize: 5 });
    moving = { ...bucketEnvironment(server), FILES_URL_PREVIOUS: 'file:files' };
    database = await createMigratedDatabase();
    sitePort = await freePort();
    await start({});
    for (let index = 0; index < FILES; index += 1) await add(`${index}.bin`, randomBytes(20_000 + index));
    const image = sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } });
    const picture = await add('shop.png', await image.png().toBuffer());
    expect((await visit(picture.path)).status).toBe(200);
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
    await server.close();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  it('needs to know where the files are', async () => {
    await expect(run({}, 'move')).rejects.toThrow('Set FILES_URL_PREVIOUS');
    await expect(run(moving, 'verify', '--dry-run')).rejects.toThrow('--dry-run is for move.');
    expect(await run({}, 'verify')).toBe(
      `All ${FILES + 1} contents (0.2 MB) in the folder ${join(TEST_DATA_DIR, 'files')} are whole.\n`,
    );
  });

  it('says what it would move, and moves nothing', async () => {
    await api.stop();
    await start(moving);
    expect(await stateOfCheck()).toBe('storage-moving');
    await expectAllServed();
    expect(await run(moving, 'move', '--dry-run')).toContain(
      `Would move ${FILES + 1} contents (0.2 MB) and 1 picture variants from the folder`,
    );
    expect(server.objects.size).toBe(0);
  });

  it('moves everything while the site serves, although it is killed and begun again', async () => {
    const added = await add('in-between.bin', randomBytes(30_000));
    expect(keyOf(added)).not.toBe('');
    const [gone] = files.splice(0, 1);
    server.behave('slow', { method: 'PUT' });
    const env = { PATH: process.env['PATH'] ?? '', ...apiEnvironment(database.url, moving) };
    const child = spawn(process.execPath, [COMMAND, 'move'], { env, stdio: 'ignore' });
    await eventually(() => expect(blobs().length).toBeGreaterThan(4));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(blobs().length).toBeLessThan(FILES);
    await expectAllServed();

    server.behave('ok');
    server.behave('reset', { times: 2 });
    await editor.post('/files/trash', { files: [gone?.id] });
    expect((await editor.delete(`/files/${gone?.id}`)).status).toBe(204);
    const serving = { isDone: false, served: 0 };
    const visitors = (async () => {
      for (; !serving.isDone; serving.served += 1) await expectAllServed();
    })();
    const before = blobs().length;
    const printed = await run(moving, 'move');
    serving.isDone = true;
    await visitors;
    expect(before).toBeGreaterThan(1);
    expect(printed).toMatch(/^Moved \d+ contents \(0\.\d MB\) and 1 picture variants from the folder/);
    expect(printed).toContain('Everything is there now. Remove FILES_URL_PREVIOUS and restart.');
    await eventually(() => expect(keyOf(gone as FileSummary)).toBe(''));
    for (const file of files)
      expect(server.objects.get(keyOf(file))?.equals(contents.get(file.hash) ?? Buffer.of())).toBe(true);
    expect(await run(moving, 'move')).toContain(`Moved 0 contents (0.0 MB) and 0 picture variants`);
  });

  it('leaves a site that needs the folder no longer', async () => {
    await api.stop();
    await rm(join(TEST_DATA_DIR, 'files'), { recursive: true, force: true });
    const bucket = bucketEnvironment(server);
    await start(bucket);
    expect(await stateOfCheck()).toBe('storage-ok');
    await expectAllServed();
    expect(await run(bucket, 'verify')).toContain(`All ${files.length} contents`);
  });

  it('finds what is damaged, what is missing, and what no file has', async () => {
    const bucket = bucketEnvironment(server);
    const [damaged, missing] = files as [FileSummary, FileSummary]; // there are more
    const [first, second] = [keyOf(damaged), keyOf(missing)];
    const whole = Buffer.from(contents.get(damaged.hash) ?? '');
    const changed = Buffer.from(whole);
    changed[100] = (changed[100] ?? 0) ^ 1;
    server.objects.set(first, changed);
    server.objects.delete(second);
    server.objects.set(first.replace(damaged.hash, 'f'.repeat(64)), Buffer.from('x'));
    const failure = await run(bucket, 'verify').catch((error: unknown) => String(error));
    expect(failure).toContain(`${damaged.hash} (${damaged.name}) is damaged.`);
    expect(failure).toContain(`${missing.hash} (${missing.name}) is missing.`);
    expect(failure).toContain('1 contents belong to no file.');
    server.objects.set(first, whole);
    server.objects.set(second, contents.get(missing.hash) ?? Buffer.of());
    expect(await run(bucket, 'verify')).toContain('are whole.');
  });

  it('says in a sentence that the store is away, or refuses the key', async () => {
    const bucket = bucketEnvironment(server);
    await expect(run({ ...bucket, FILES_SECRET_ACCESS_KEY: 'wrong' }, 'verify')).rejects.toThrow(
      `the bucket "files" at ${server.url} answered: SignatureDoesNotMatch.`,
    );
    server.behave('reset');
    await expect(run(bucket, 'verify')).rejects.toThrow('closed the connection');
    server.behave('ok');
    await expect(run({ FILES_URL: 's3://files' }, 'verify')).rejects.toThrow(
      'FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY must be set when FILES_URL begins with s3:.',
    );
  });

  it('moves back to a folder, and leaves out what is damaged, by name', async () => {
    await api.stop();
    const back = { ...bucketEnvironment(server), FILES_URL: 'file:elsewhere' };
    const returning = { ...back, FILES_URL_PREVIOUS: bucketEnvironment(server).FILES_URL };
    const begun = { path: '', content: randomBytes(50_000) };
    await start(bucketEnvironment(server));
    begun.path = String((await beginUpload(editor, 'begun.bin', begun.content.length)).headers.location);
    expect((await sendPart(editor, begun.path, 0, begun.content.subarray(0, 10_000))).status).toBe(204);
    await api.stop();
    await start(returning);
    // What had arrived of an upload stays behind; the client is told, and begins again.
    const next = await sendPart(editor, begun.path, 10_000, begun.content.subarray(10_000));
    expect([next.status, (next.json() as { code: string }).code]).toEqual([409, 'wrong-offset']);
    expect((await sendPart(editor, begun.path, 0, begun.content)).status).toBe(204);

    const [damaged] = files as [FileSummary]; // as above
    const whole = server.objects.get(keyOf(damaged)) ?? Buffer.of();
    server.objects.set(keyOf(damaged), Buffer.from('Something else'));
    const failure = await run(returning, 'move').catch((error: unknown) => String(error));
    expect(failure).toContain(`${damaged.hash} (${damaged.name}) is damaged in the bucket "files"`);
    expect(failure).toContain('Everything else was moved.');
    server.objects.set(keyOf(damaged), whole);
    expect(await run(returning, 'move')).toContain('Moved 1 contents');
    server.objects.clear();
    await expectAllServed();
    const [, second] = files as [FileSummary, FileSummary]; // as above
    const path = await pathOf(second);
    expect((await readFile(path)).equals(contents.get(second.hash) ?? Buffer.of())).toBe(true);
    await writeFile(path, 'Damaged');
    await expect(run({ ...back, FILES_URL_PREVIOUS: '' }, 'verify')).rejects.toThrow('is damaged.');
  });
});
