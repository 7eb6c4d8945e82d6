import { freePort } from '@sitedesk/testing';
import { startEditorSite } from '../harness/editor.js';
import { upload } from '../harness/files.js';
import { webm } from '../harness/webm.js';
import { launchBrowser } from './support/browser.js';

const RATE = 44_100;
const SECONDS = 120;

/** Silence, as 16 bit for one ear. */
function wav(): Buffer {
  const samples = Buffer.alloc(RATE * SECONDS * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

it.each([
  ['audio', 'talk.wav', async () => wav()],
  ['video', 'film.webm', async () => webm(SECONDS)],
] as const)(
  'a browser plays %s from any place, without reading what is before it (F-14)',
  async (kind, name, make) => {
    const port = await freePort();
    const site = await startEditorSite({ SITE_PORT: String(port) });
    const browser = await launchBrowser();
    try {
      const { path, type, size } = await upload(await site.administrator(), name, await make());
      expect(type).toMatch(new RegExp(`^${kind}/`));
      const url = `http://127.0.0.1:${port}`;
      const page = await browser.newPage();
      const parts: { readonly status: number; readonly range: string }[] = [];
      page.on('response', (response) => {
        if (response.url() === url + path)
          parts.push({ status: response.status(), range: response.headers()['content-range'] ?? '' });
      });
      await page.goto(`${url}/nothing-here`);
      const place = await page.evaluate(
        `new Promise((resolve, reject) => {
          const media = document.createElement('${kind}');
          media.onerror = () => reject(new Error(media.error.message));
          media.onseeked = () => resolve(media.currentTime);
          media.onloadedmetadata = () => { media.currentTime = media.duration - 5; };
          media.preload = 'metadata';
          media.src = ${JSON.stringify(path)};
          document.body.append(media);
        })`,
      );
      expect(place).toBeCloseTo(SECONDS - 5, 1);
      const begins = parts.map(({ range }) => Number(/^bytes (\d+)-/.exec(range)?.[1]));
      expect(parts.map(({ status }) => status)).toEqual(parts.map(() => 206));
      expect(Math.max(...begins)).toBeGreaterThan(size / 2);
    } finally {
      await browser.close();
      await site.stop();
    }
  },
);
