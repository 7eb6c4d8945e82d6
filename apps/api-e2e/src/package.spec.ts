import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDatabase, type E2eDatabase } from './harness/database.js';
import { ADMINISTRATOR, EditorBrowser } from './harness/editor.js';
import { call } from './harness/http.js';
import { apiEnvironment, type RunningProcess, startCommand, TEST_EDGE_SECRET } from './harness/processes.js';
import { Visitor } from './harness/visitor.js';

const ROOT = join(__dirname, '../../..');
const IN_IMAGE = '/sitedesk';
const NOBODY = 65_534;
/** With the rights for it, the files are all that the product sees, as in an image; otherwise it runs in their folder. */
const canIsolate = process.platform === 'linux' && process.getuid?.() === 0;

const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
/** What an instruction of the Dockerfile runs. */
const commandOf = (instruction: RegExp): readonly string[] =>
  JSON.parse(instruction.exec(dockerfile)?.[1] ?? '[]') as string[];
const START = commandOf(/^CMD (\[.*\])$/m);
const HEALTH = commandOf(/^HEALTHCHECK [^[]*CMD (\[.*\])$/m);

describe('npm run package: the files of the image, as a plain user and with nothing else (PK-01)', () => {
  let root: string;
  let database: E2eDatabase;
  let backend: RunningProcess;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'sitedesk-root-'));
    chmodSync(root, 0o755);
    execFileSync(process.execPath, ['tools/package.mjs', join(root, IN_IMAGE)], { cwd: ROOT });
    if (canIsolate) furnish(root);
    database = await createDatabase();
    backend = await startCommand(
      inImage(START),
      apiEnvironment(database.url, {
        NODE_ENV: 'production',
        METRICS: 'on',
        EMAIL__CONNECTIONSTRING: 'none:',
        EMAIL__SENDEREMAIL: 'form@site.test',
        SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
        SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
      }),
    );
  });

  afterAll(async () => {
    await backend.stop();
    await database.drop();
    rmSync(root, { recursive: true, force: true });
  });

  /** A command of the image, run there as nobody. Nothing in it may be written to, but for `/tmp`. */
  const inImage = ([node, ...args]: readonly string[]): readonly string[] => {
    expect(node).toBe('node');
    if (!canIsolate)
      return [process.execPath, ...args.map((arg) => arg.replace(/^apps\//, `${root}${IN_IMAGE}/apps/`))];
    const enter = `mount --rbind /proc ${root}/proc && mount --rbind /dev ${root}/dev && exec "$@"`;
    const change = `cd ${IN_IMAGE} && exec "$@"`;
    const chroot = [
      'chroot',
      `--userspec=${NOBODY}:${NOBODY}`,
      root,
      '/bin/sh',
      '-c',
      change,
      'sh',
      '/bin/node',
      ...args,
    ];
    return ['unshare', '--mount', 'sh', '-c', enter, 'sh', ...chroot];
  };

  it('answers the health check of the image', () => {
    const [program = '', ...args] = HEALTH.map((part) => part.replace(':3000/', `:${backend.port}/`));
    expect(program).toBe('node');
    execFileSync(process.execPath, args); // throws unless it ends with 0
  });

  it('has every package that is loaded on first use', async () => {
    const browser = new EditorBrowser(backend.url, { Host: `localhost:${backend.port}` });
    expect((await browser.signIn(ADMINISTRATOR)).status).toBe(200); // argon2
    expect((await browser.post('/account/passkeys/options')).status).toBe(200);
    expect((await browser.post('/account/two-factor/totp')).status).toBe(200); // the QR code
    const weak = { currentPassword: ADMINISTRATOR.password, newPassword: 'password1234' };
    expect((await browser.post('/account/password', weak)).status).toBe(400); // the list of common ones
    for (const path of ['/admin/', '/openapi.json', '/metrics', '/_api/contact/site-contact.js'])
      expect([path, (await call(`${backend.url}${path}`)).status]).toEqual([path, 200]);
  });

  it('accepts a message through the edge proxy of the same image', async () => {
    const script = 'apps/edge-proxy/dist/main.js';
    expect(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')).toContain(`command: [node, ${script}]`);
    const edge = await startCommand(inImage(['node', script]), {
      SITE_PORT: '0',
      BACKEND_URL: backend.url,
      EDGE_SECRET: TEST_EDGE_SECRET,
    });
    expect((await new Visitor(edge.url).submit()).status).toBe(200);
    await edge.stop();
  });
});

/** What an image has besides: Node with its libraries, and a shell. */
function furnish(root: string): void {
  for (const folder of ['proc', 'dev', 'tmp', 'bin']) mkdirSync(join(root, folder));
  chmodSync(join(root, 'tmp'), 0o1777);
  copyFileSync(process.execPath, join(root, 'bin/node'));
  copyFileSync('/bin/sh', join(root, 'bin/sh'));
  // Packages with programs of their own read it to tell which C library is there.
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  copyFileSync('/usr/bin/ldd', join(root, 'usr/bin/ldd'));
  const native = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.node'),
  );
  const linked = [process.execPath, '/bin/sh', ...native.map((file) => join(root, file))]
    .map((file) => execFileSync('ldd', [file], { encoding: 'utf8' }))
    .join('');
  for (const library of new Set(linked.match(/(?<=\s)\/\S+/g))) {
    mkdirSync(dirname(join(root, library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
}
