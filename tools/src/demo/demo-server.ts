import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import { createServer, type RequestListener, type Server } from 'node:http';
import { refuse, send } from './answers.js';
import { readAssets, type Asset } from './assets.js';
import { serveMail } from './mail-routes.js';
import type { MailStore } from './mail-store.js';

interface DemoServerOptions {
  readonly store: MailStore;
  /** The edge proxy's Node adapter, which takes everything under `/_api/contact/`. */
  readonly contact: RequestListener;
  /** URL of the administration. */
  readonly admin: string;
}

/** The demonstration's public side: the site, its form through the edge proxy, and the mail catcher. Not listening yet. */
export async function createDemoServer(options: DemoServerOptions): Promise<Server> {
  const assets = await readAssets();
  return createServer((request, response) => {
    if (request.url?.startsWith(`${CONTACT_API_PATH}/`)) return options.contact(request, response);
    serve(assets, options)(request, response);
  });
}

function serve(assets: ReadonlyMap<string, Asset>, options: DemoServerOptions): RequestListener {
  return (request, response) => {
    const address = `http://demo${request.url ?? ''}`;
    if (!request.url?.startsWith('/') || !URL.canParse(address))
      return refuse(response, 400, 'This URL isn’t valid.');
    const url = new URL(address);
    if (url.pathname === '/mail' || url.pathname.startsWith('/mail/')) {
      serveMail(request, response, url, options).catch(() => response.destroy());
      return;
    }
    const asset = assets.get(url.pathname);
    if (!asset) return refuse(response, 404, 'There’s nothing at this address.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Only GET and HEAD are allowed here.');
    send(response, 200, asset.type, asset.body);
  };
}
