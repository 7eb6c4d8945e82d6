import { type OidcTestProvider, startOidcProvider } from '@sitedesk/testing';
import type { IdentityProviderView } from '@sitedesk/contract/external-sign-in';
import { type EditorBrowser, type EditorSite, startEditorSite } from './editor.js';
import type { Answer } from './http.js';
import type { ProcessEnv } from './processes.js';

export const CLIENT = { clientId: 'sitedesk', clientSecret: 'a secret of the directory' } as const;

/** An installation whose administrator has connected a directory: a real OpenID provider beside it. */
export interface DirectorySite extends EditorSite {
  readonly directory: OidcTestProvider;
  readonly provider: IdentityProviderView;
  /** Goes to the provider and comes back as this person; the answer to the provider's redirect. */
  signInAs(
    subject: string,
    browser?: EditorBrowser,
  ): Promise<{ readonly browser: EditorBrowser; readonly answer: Answer }>;
}

/** @param settings of the provider, over those of an enterprise directory with sign-up */
export async function startDirectorySite(
  settings: Readonly<Record<string, unknown>> = {},
  env: ProcessEnv = {},
): Promise<DirectorySite> {
  const directory = await startOidcProvider({ groupsOverflowAbove: 5, directoryPageSize: 3 });
  const site = await startEditorSite({
    OUTBOUND_ALLOW: '127.0.0.1/32',
    IDENTITY__EDITORURL: 'http://localhost:4000',
    ...env,
  });
  const administrator = await site.administrator();
  const made = await administrator.post('/identity-providers', {
    name: 'Directory',
    preset: 'directory',
    issuer: directory.issuer,
    ...CLIENT,
    scopes: ['offline_access'],
    groupClaim: 'groups',
    directoryUrl: `${directory.issuer}/graph/v1.0`,
    allowSignUp: true,
    ...settings,
  });
  const provider = made.json() as IdentityProviderView;
  directory.addClient({ ...CLIENT, redirectUris: [String(provider.redirectUri)] });
  return {
    ...site,
    directory,
    provider,
    signInAs: async (subject, browser = site.browser()) => {
      const answer = await goThrough(directory, provider.id, subject, browser);
      return { browser, answer };
    },
    stop: async () => {
      await site.stop();
      await directory.close();
    },
  };
}

async function goThrough(
  directory: OidcTestProvider,
  providerId: string,
  subject: string,
  browser: EditorBrowser,
): Promise<Answer> {
  const start = await browser.get(`/external/${providerId}/start?returnTo=/admin/inbox`);
  const callback = await directory.newVisitor().open(String(start.headers.location), subject);
  return browser.get(`/external/callback${callback.search}`);
}
