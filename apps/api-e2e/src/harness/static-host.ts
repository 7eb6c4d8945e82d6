import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** What any host of static files does, and the headers that the folder asks for on every page. */
export async function startStaticHost(
  folder: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const headers = await readFile(join(folder, '_headers'), 'utf8').catch(() => '');
  const [, policy = ''] = /Content-Security-Policy: (.*)/.exec(headers) ?? [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const wanted = join(folder, decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? ''));
      const isFolder = await stat(wanted).then(
        (found) => found.isDirectory(),
        () => false,
      );
      const file = isFolder ? join(wanted, 'index.html') : wanted;
      const found = await readFile(file).catch(() => undefined);
      const type = TYPES[found ? extname(file) : '.html'] ?? 'application/octet-stream';
      response.writeHead(found ? 200 : 404, { 'Content-Type': type, 'Content-Security-Policy': policy });
      response.end(found ?? (await readFile(join(folder, '404.html'))));
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
