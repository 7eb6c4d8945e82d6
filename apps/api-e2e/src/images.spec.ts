import type { FileSummary } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { rm, readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createArticle, publishArticle } from './harness/articles.js';
import { eventually } from './harness/eventually.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { beginUpload, headersOf, metadata, sendPart, tryUpload, upload } from './harness/files.js';
import { imageBombs } from './harness/image-bombs.js';
import { TEST_DATA_DIR } from './harness/processes.js';

interface Octets {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const octetsOf = (url: string, headers: Record<string, string> = {}): Promise<Octets> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { headers }, (incoming) => {
      incoming.toArray().then(
        (chunks: Buffer[]) =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks),
          }),
        reject,
      );
    });
    outgoing.on('error', reject).end();
  });

/** Red on the left, blue on the right, as it is shown. */
const flag = (): Sharp =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: 'blue' } }).composite([
    { input: { create: { width: 200, height: 200, channels: 3, background: 'red' } }, left: 0, top: 0 },
  ]);

/** How a camera that was held so stores what is shown upright. */
const HELD: Readonly<Record<number, (image: Sharp) => Promise<Sharp>>> = {
  1: async (image) => image,
  2: async (image) => image.flop(),
  3: async (image) => image.rotate(180),
  4: async (image) => image.flip(),
  5: async (image) => sharp(await image.rotate(90).toBuffer()).flop(),
  6: async (image) => image.rotate(270),
  7: async (image) => sharp(await image.rotate(270).toBuffer()).flop(),
  8: async (image) => image.rotate(90),
};

describe('pictures', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    site = await startEditorSite({ SITE_PORT: String(port) });
    editor = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  const original = ({ id }: FileSummary): Promise<Octets> =>
    octetsOf(`${editor.baseUrl}${EDITOR_PATH}/files/${id}/content`, headersOf(editor));
  const isRed = async (image: Buffer): Promise<boolean> => {
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + 10) * info.channels;
    return (data[at] ?? 0) > 200 && (data[at + 2] ?? 255) < 60;
  };

  it.each(Object.keys(HELD).map(Number))(
    'are shown upright, stored in way %i (F-12)',
    async (orientation) => {
      const held = await HELD[orientation]?.(sharp(await flag().png().toBuffer()));
      const stored = await held?.withMetadata({ orientation }).jpeg().toBuffer();
      const file = await upload(editor, `way-${orientation}.jpg`, stored ?? '');
      expect(file).toMatchObject({ kind: 'image', type: 'image/jpeg', width: 400, height: 200 });
      const { status, headers, body } = await octetsOf(siteUrl + file.path);
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
      const { width, height, orientation: left = 1 } = await sharp(body).metadata();
      expect([width, height, left, await isRed(body)]).toEqual([400, 200, 1, true]);
      expect((await original(file)).body.equals(stored ?? Buffer.of())).toBe(true);
    },
  );

  it('tell visitors nothing of what the camera noted, and keep their colours (F-12)', async () => {
    const stored = await flag()
      .withExif({
        IFD0: { Copyright: 'SECRET-OWNER' },
        IFD2: { BodySerialNumber: 'SERIAL-4711' },
        IFD3: { GPSLatitude: '47/1 22/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withIccProfile('p3')
      .withXmp(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>XMP-SECRET</rdf:Description></rdf:RDF></x:xmpmeta>',
      )
      .jpeg()
      .toBuffer();
    expect(stored.includes('SERIAL-4711')).toBe(true);
    const file = await upload(editor, 'camera.jpg', stored);
    const thumbnail = await octetsOf(
      `${editor.baseUrl}${EDITOR_PATH}/files/${file.id}/thumbnail`,
      headersOf(editor),
    );
    expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/webp']);
    const shown = await octetsOf(siteUrl + file.path);
    for (const { body } of [thumbnail, shown]) {
      const { exif, xmp, icc } = await sharp(body).metadata();
      expect([exif, xmp, (icc?.length ?? 0) > 0]).toEqual([undefined, undefined, true]);
      for (const secret of ['SECRET-OWNER', 'SERIAL-4711', 'XMP-SECRET'])
        expect(body.includes(secret)).toBe(false);
    }
    expect((await original(file)).body.includes('SERIAL-4711')).toBe(true);
  });

  it('stay animated', async () => {
    const frames = ['red', 'green', 'blue'].map((background) => ({
      create: { width: 60, height: 40, channels: 3 as const, background },
    }));
    const stored = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
      join: { animated: true },
    })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const file = await upload(editor, 'blinks.gif', stored);
    expect(file).toMatchObject({ type: 'image/gif', width: 60, height: 40 });
    const { body } = await octetsOf(siteUrl + file.path);
    expect(await sharp(body, { animated: true }).metadata()).toMatchObject({ format: 'gif', pages: 3 });
  });

  it('are refused by their header when they would fill the memory (F-08)', async () => {
    const refused: Readonly<Record<string, readonly [content: Buffer, code: string]>> = {
      ...imageBombs(),
      'cut.jpg': [(await flag().jpeg().toBuffer()).subarray(0, 900), 'file.brokenImage'],
      'script.gif': [Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)//'), 'file.brokenImage'],
    };
    for (const [name, [content, code]] of Object.entries(refused)) {
      const answer = await tryUpload(editor, name, content);
      if (name === 'profile.png' && answer.status === 204) continue; // the library drops such a profile itself
      const { errors } = answer.json() as { errors: readonly { code: string }[] };
      expect([name, answer.status, errors[0]?.code]).toEqual([name, 400, expect.stringContaining(code)]);
    }
  });

  it('are made in sizes that we have signed, and in no others (F-13)', async () => {
    const file = await upload(editor, 'sizes.png', await flag().png().toBuffer());
    const place = file.path.split('/').slice(0, -1).join('/');
    for (const recipe of [
      '320-webp',
      '320-webp.AAAAAAAAAAAAAAAA',
      'full.AAAAAAAAAAAAAAAA',
      '321-webp.AAAAAAAAAAAAAAAA',
      '../x.AAAAAAAAAAAAAAAA',
    ])
      expect([recipe, (await octetsOf(`${siteUrl}${place}/${recipe}/sizes.png`)).status]).toEqual([
        recipe,
        404,
      ]);
    const variants = async (): Promise<readonly string[]> =>
      (await readdir(join(TEST_DATA_DIR, 'files'), { recursive: true })).filter((path) =>
        path.includes(`${file.hash}/`),
      );
    expect(await variants()).toEqual([]);
    const answers = await Promise.all(Array.from({ length: 100 }, () => octetsOf(siteUrl + file.path)));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${String(headers.etag)}`)).size).toBe(1);
    expect((await variants()).map((path) => path.split('/').at(-1))).toEqual(['full']);
    const part = await octetsOf(siteUrl + file.path, { Range: 'bytes=0-7' });
    expect([part.status, part.body.toString('latin1')]).toEqual([206, '\x89PNG\r\n\x1a\n']);
  });

  it('lead from their short URL to the format that a page asks for (F-13)', async () => {
    const photo = await upload(editor, 'photo.jpg', await flag().jpeg().toBuffer());
    const moving = await upload(editor, 'moves.gif', await flag().gif().toBuffer());
    const paper = await upload(editor, 'paper.pdf', '%PDF-1.7\n');
    const led = async ({ id, name }: FileSummary, accept?: string): Promise<Octets> =>
      octetsOf(`${siteUrl}/media/${id}/${name}`, accept === undefined ? {} : { Accept: accept });
    const ofPages = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
    const opened = `text/html,application/xhtml+xml,${ofPages}`;
    for (const [file, accept, format] of [
      [photo, ofPages, 'avif'],
      [photo, 'image/webp,*/*', 'webp'],
      [photo, 'image/avif;q=0, image/WebP;q=0.5', 'webp'],
      [photo, '*/*', undefined],
      [photo, 'image/*', undefined],
      [photo, undefined, undefined],
      [photo, opened, undefined],
      [moving, ofPages, 'webp'],
    ] as const) {
      const { status, headers } = await led(file, accept);
      const location = String(headers.location);
      expect([accept, status, headers.vary]).toEqual([accept, 302, expect.stringMatching(/\bAccept(?:,|$)/)]);
      if (format === undefined) {
        expect([accept, location]).toEqual([accept, file.path]);
        continue;
      }
      const picture = await octetsOf(siteUrl + location);
      expect([accept, picture.status, picture.headers['content-type']]).toEqual([
        accept,
        200,
        `image/${format}`,
      ]);
      expect(await sharp(picture.body).metadata()).toMatchObject({ width: 400, height: 200 });
    }
    const { headers } = await led(paper, ofPages);
    expect([headers.location, headers.vary]).toEqual([paper.path, 'Accept-Encoding']);
  });

  it('that are drawings only draw, and are sandboxed (F-20)', async () => {
    const source = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 80" onload="alert(1)">
        <script>alert(2)</script><style>.a{fill:red}</style><style>@import url(https://evil.test/x.css);</style>
        <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(3)"/></body></foreignObject>
        <a xlink:href="javascript:alert(4)"><text>Linked</text></a>
        <image href="https://evil.test/track.png"/><use xlink:href="https://evil.test/x.svg#a"/><use href="#shape"/>
        <g id="shape" class="a" style="background:url(https://evil.test/b)" fill="url(#paint)" onclick="alert(5)">
          <path d="M0 0h10" fill="url( 'https://evil.test/c' )"/><text x="1">A &lt; B</text></g>
        <animate attributeName="href" to="javascript:alert(6)"/><set attributeName="onload" to="alert(7)"/>
      </svg>`;
    const file = await upload(editor, 'drawing.svg', source);
    expect(file).toMatchObject({ kind: 'image', type: 'image/svg+xml', width: 120, height: 80 });
    const { headers, body } = await octetsOf(siteUrl + file.path);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
    });
    const text = body.toString();
    expect(text).not.toMatch(
      /alert|script|evil|foreignObject|onload|onclick|animate|<set|<a[ >]|import|ENTITY/i,
    );
    expect(text).toContain('<g id="shape" class="a" fill="url(#paint)">');
    expect(text).toContain('<use href="#shape"></use>');
    expect(text).toContain('A &lt; B');
    expect(text).toContain('.a{fill:red}');
    const downloaded = await original(file);
    expect(downloaded.headers['content-disposition']).toMatch(/^attachment/);
    for (const refused of [
      '<svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
      '<svg><path/></svg>',
      '<html xmlns="http://www.w3.org/1999/xhtml"/>',
      'no drawing',
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
        .split('')
        .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index] ?? ''};`.repeat(10)}">`)
        .join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`,
    ])
      expect([refused.slice(0, 60), (await tryUpload(editor, 'drawing.svg', refused)).status]).toEqual([
        refused.slice(0, 60),
        400,
      ]);
  });

  it('stand on pages with their size, in the widths that a screen needs, and go when they are deleted', async () => {
    const picture = await upload(
      editor,
      'harbour.jpg',
      await sharp({ create: { width: 1_000, height: 500, channels: 3, background: 'green' } })
        .jpeg()
        .toBuffer(),
    );
    const menu = await upload(editor, 'menu.pdf', `%PDF-1.7\n${'x'.repeat(2_500)}`);
    const article = await createArticle(editor, { title: 'Harbour', slug: 'harbour' });
    const image = (attrs: object): object => ({ type: 'image', attrs: { file: picture.id, ...attrs } });
    const document = {
      type: 'doc',
      content: [
        image({ alt: 'The <harbour>', caption: 'In May & June', look: 'wide', href: '/about' }),
        { type: 'gallery', content: [image({ alt: 'Not read', decorative: true }), image({})] },
        { type: 'file', attrs: { file: menu.id, label: 'The menu' } },
        { type: 'image', attrs: { file: '00000000-0000-7000-8000-000000000000' } },
      ],
    };
    const saved = await editor.put(
      `/articles/${article.number}/draft`,
      { operation: randomUUID(), fields: article.fields, document },
      { 'If-Match': '"v1"' },
    );
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    expect((await publishArticle(editor, article.number)).status).toBe(200);
    const page = async (): Promise<string> => (await octetsOf(`${siteUrl}/harbour`)).body.toString();
    const html = await page();
    expect(html).toContain(
      `width="1000" height="500" alt="The &lt;harbour&gt;" decoding="async"></picture></a><figcaption>In May &amp; June</figcaption></figure>`,
    );
    expect(html.match(/alt="" loading="lazy"/g)).toHaveLength(2);
    expect(html).toContain(
      `<p class="file"><a href="${menu.path}">The menu</a> <small>(PDF, 2.5 kB)</small></p>`,
    );
    const [, srcset = ''] = /<source type="image\/webp" srcset="([^"]+)" sizes="/.exec(html) ?? [];
    const offered = srcset.split(', ').map((each) => each.split(' '));
    expect(offered.map(([, width]) => width)).toEqual(['320w', '640w', '960w', '1000w']);
    for (const [path = '', width = ''] of offered) {
      const { status, headers, body } = await octetsOf(siteUrl + path);
      expect([status, headers['content-type'], (await sharp(body).metadata()).width]).toEqual([
        200,
        'image/webp',
        Number.parseInt(width, 10),
      ]);
    }
    const [, avif = ''] = /<source type="image\/avif" srcset="(\S+) 320w/.exec(html) ?? [];
    expect((await octetsOf(siteUrl + avif)).headers['content-type']).toBe('image/avif');
    // In the trash it stays; deleted, it is gone from the page.
    const trashed = await editor.post('/files/trash', { files: [picture.id], evenIfUsed: true });
    expect(trashed.status).toBe(200);
    expect(await page()).toContain('<picture>');
    expect((await editor.delete(`/files/${picture.id}?evenIfUsed=true`)).status).toBe(204);
    await eventually(async () => expect(await page()).not.toContain('<picture>'));
    expect(await page()).toContain('The menu');
  });

  it('show what was cropped, around what they are about, and stay whole (F-11)', async () => {
    // Upright it is 400 by 200: red on the left, blue on the right.
    const turned = await sharp(await flag().png().toBuffer())
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const file = await upload(editor, 'flag.jpg', turned);
    const before = (await original(file)).body;
    let { revision } = file;
    const frame = async (input: object): Promise<FileSummary> => {
      const answer = await editor.patch(`/files/${file.id}`, input, { 'If-Match': `"v${revision}"` });
      expect([input, answer.status, answer.text]).toEqual([input, 200, answer.text]);
      const changed = answer.json() as FileSummary; // the contract's word
      revision = changed.revision;
      return changed;
    };
    const article = await createArticle(editor, { title: 'Flag', slug: 'flag' });
    const fields = { ...article.fields, bannerImage: `/media/${file.id}/flag.jpg`, bannerText: 'A flag' };
    const picture = { type: 'image', attrs: { file: file.id, alt: 'Flag' } };
    const document = { type: 'doc', content: [picture, { type: 'gallery', content: [picture] }] };
    const saved = await editor.put(
      `/articles/${article.number}/draft`,
      { operation: randomUUID(), fields, document },
      { 'If-Match': '"v1"' },
    );
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    expect((await publishArticle(editor, article.number)).status).toBe(200);
    /** Elements of the page: the banner, the picture in the text, and the one in the gallery. */
    const shown = async (): Promise<readonly [banner: string, picture: string, cut: string]> => {
      const html = (await octetsOf(`${siteUrl}/flag`)).body.toString();
      const [alone = '', cut = ''] = html.match(/<picture>.+?<\/picture>/gs) ?? [];
      return [/<img class="banner"[^>]+>/.exec(html)?.[0] ?? '', alone, cut];
    };
    const sized = (element: string): string =>
      /width="\d+" height="\d+"/.exec(element.slice(element.lastIndexOf('<img')))?.[0] ?? '';
    const allOf = (element: string): readonly string[] =>
      [...element.matchAll(/\/media\/[^" ]+/g)].map(([path]) => path);
    /** Which colours a picture has at its left and right edges. */
    const edges = async (path: string): Promise<string> => {
      const { status, body } = await octetsOf(siteUrl + path);
      expect([path, status]).toEqual([path, 200]);
      const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
      const row = Math.floor(info.height / 2) * info.width;
      const at = (x: number): string =>
        (data[(row + x) * info.channels] ?? 0) > (data[(row + x) * info.channels + 2] ?? 0) ? 'red' : 'blue';
      return `${at(2)} ${at(info.width - 3)}`;
    };
    const edgesOf = async (element: string): Promise<readonly string[]> => [
      ...new Set(await Promise.all(allOf(element).map(edges))),
    ];

    expect((await shown()).map(sized)).toEqual([
      'width="400" height="178"',
      'width="400" height="200"',
      'width="267" height="200"',
    ]);
    // The gallery shows both colours, or the side with what the picture is about.
    expect(await edgesOf((await shown())[2])).toEqual(['red blue']);
    await frame({ focus: { x: 0.9, y: 0.5 } });
    await eventually(async () => expect((await shown())[2]).toContain('full-3333-0-6667-10000.'));
    await frame({ focus: null });
    await frame({ crop: { x: 0.5, y: 0, width: 0.5, height: 1 } });
    await eventually(async () => expect(sized((await shown())[1])).toBe('width="200" height="200"'));
    const [banner, alone, cut] = await shown();
    expect([banner, cut].map(sized)).toEqual(['width="200" height="89"', 'width="200" height="150"']);
    expect(await edgesOf(alone)).toEqual(['blue blue']);
    expect(await edgesOf(banner)).toEqual(['blue blue']);
    const thumbnail = await octetsOf(
      `${editor.baseUrl}${EDITOR_PATH}/files/${file.id}/thumbnail`,
      headersOf(editor),
    );
    expect(await sharp(thumbnail.body).metadata()).toMatchObject({ width: 200, height: 200 });
    // Nobody but us can ask for another part.
    const [cropped = ''] = allOf(alone);
    expect(
      (await octetsOf(siteUrl + cropped.replace('-5000-0-5000-10000.', '-0-0-5000-10000.'))).status,
    ).toBe(404);
    expect((await original(file)).body.equals(before)).toBe(true);
    expect(await edges(file.path)).toBe('red blue');

    // A tall part of it: a banner can show less than half of its height.
    await frame({ crop: { x: 0.25, y: 0, width: 0.5, height: 1 }, focus: { x: 0.3, y: 1 } });
    await eventually(async () => expect(await edgesOf((await shown())[1])).toEqual(['red blue']));
    expect((await shown())[0]).toContain('full-2500-5556-5000-4444.');
    await frame({ focus: { x: 0.3, y: 0.1 } });
    await eventually(async () => expect((await shown())[0]).toContain('full-2500-0-5000-4444.'));

    // One of the same size is framed as before, another isn't.
    const replace = async (content: Buffer): Promise<FileSummary> => {
      const headers = {
        'Upload-Metadata': metadata({ filename: 'new.jpg', replaces: file.id }),
        'If-Match': `"v${revision}"`,
      };
      const begun = await beginUpload(editor, 'new.jpg', content.length, { headers });
      expect((await sendPart(editor, String(begun.headers.location), 0, content)).status).toBe(204);
      const now = (await editor.get(`/files/${file.id}`)).json() as FileSummary; // as above
      revision = now.revision;
      return now;
    };
    const green = (width: number, height: number): Promise<Buffer> =>
      sharp({ create: { width, height, channels: 3, background: 'green' } })
        .jpeg()
        .toBuffer();
    expect(await replace(await green(400, 200))).toMatchObject({
      crop: { x: 0.25, y: 0, width: 0.5, height: 1 },
      focus: { x: 0.3, y: 0.1 },
    });
    expect(await replace(await green(200, 400))).toMatchObject({ crop: null, focus: null });
    await eventually(async () => expect(sized((await shown())[1])).toBe('width="200" height="400"'));
  });
});
