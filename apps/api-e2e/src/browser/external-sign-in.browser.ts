import { type OidcTestProvider, startOidcProvider } from '@sitedesk/testing';
import type { IdentityProviderView } from '@sitedesk/contract/external-sign-in';
import { EDITOR_PATH, type SessionInfo } from '@sitedesk/contract/identity';
import type { Browser } from 'playwright-core';
import { CLIENT } from '../harness/directory.js';
import { type EditorSite, startEditorSite } from '../harness/editor.js';
import { setSetting } from '../harness/tenants.js';
import { launchBrowser } from './support/browser.js';

describe('external sign-in in Chromium', () => {
  let browser: Browser;
  let site: EditorSite;
  let directory: OidcTestProvider;

  beforeAll(async () => {
    [browser, site, directory] = await Promise.all([
      launchBrowser(),
      startEditorSite({ OUTBOUND_ALLOW: '127.0.0.1/32' }),
      startOidcProvider(),
    ]);
  });

  afterAll(async () => {
    await browser.close();
    await site.stop();
    await directory.close();
  });

  it('goes to the provider, picks a person, comes back signed in; the cookie survives the way (ID-19)', async () => {
    const editorUrl = `http://localhost:${site.api.port}`;
    await setSetting(site.database, 'Identity', 'EditorUrl', editorUrl);
    const administrator = await site.administrator();
    const made = await administrator.post('/identity-providers', {
      name: 'Directory',
      preset: 'custom',
      issuer: directory.issuer,
      ...CLIENT,
      allowSignUp: true,
    });
    const { id, redirectUri } = made.json() as IdentityProviderView;
    directory.addClient({ ...CLIENT, redirectUris: [String(redirectUri)] });
    directory.addUser({ subject: 'mia', email: 'mia@directory.test', emailVerified: true, name: 'Mia' });
    const page = await browser.newPage();
    await page.goto(
      `${editorUrl}${EDITOR_PATH}/external/${id}/start?returnTo=${EDITOR_PATH}/sign-in-options`,
    );
    await page.getByRole('button', { name: 'Sign in as Mia' }).click();
    await page.waitForURL(`${editorUrl}${EDITOR_PATH}/sign-in-options`);
    const answer = await page.goto(`${editorUrl}${EDITOR_PATH}/session`);
    expect(((await answer?.json()) as SessionInfo | undefined)?.account).toMatchObject({
      email: 'mia@directory.test',
      displayName: 'Mia',
    });
    const cookies = await page.context().cookies(editorUrl);
    expect(cookies.find(({ name }) => name === '__Host-sitedesk')).toMatchObject({
      httpOnly: true,
      secure: true,
    });
  });
});
