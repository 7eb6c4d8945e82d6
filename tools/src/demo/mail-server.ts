import { createServer, type Server } from 'node:http';
import { redirect, refuse, send } from './answers.js';
import { readAssets } from './assets.js';
import { type MailCatcher, serveMail } from './mail-routes.js';

/** The pages of the mail catcher. Not listening yet. */
export async function createMailServer(options: MailCatcher): Promise<Server> {
  const assets = await readAssets();
  return createServer((request, response) => {
    const address = `http://mail${request.url ?? ''}`;
    if (!request.url?.startsWith('/') || !URL.canParse(address))
      return refuse(response, 400, 'This URL isn’t valid.');
    const url = new URL(address);
    if (url.pathname === '/') return redirect(response, '/mail');
    if (url.pathname === '/mail' || url.pathname.startsWith('/mail/')) {
      serveMail(request, response, url, options).catch(() => response.destroy());
      return;
    }
    const asset = assets.get(url.pathname);
    if (!asset) return refuse(response, 404, 'There’s nothing at this address.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Only GET and HEAD are allowed here.');
    send(response, 200, asset.type, asset.body);
  });
}
