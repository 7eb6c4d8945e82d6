import { HEADERS } from '@sitedesk/contract/headers';
import { PASSKEY_TEXTS } from '@sitedesk/contract/passkeys';
import { SoftAuthenticator } from '@sitedesk/testing';
import { ADMINISTRATOR, type EditorBrowser, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { creationOptions, register, requestOptions, usePasskey } from './harness/passkeys.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { setSetting } from './harness/tenants.js';

describe('passkeys of two sites, exactly by their hosts (ID-18)', () => {
  let sites: TwoEditorSites;
  beforeAll(async () => void (sites = await startTwoEditorSites()));
  afterAll(() => sites.site.stop());

  /** Nobody signed in, at a site as the edge proxy announces it. */
  const at = (hostname: string): EditorBrowser => sites.site.browser({ [HEADERS.originHostname]: hostname });

  it("each site's host is its relying party (ID-18)", async () => {
    expect((await creationOptions(sites.a)).rp).toEqual({ id: HOSTS.a, name: HOSTS.a });
    expect((await requestOptions(at(HOSTS.b))).rpId).toBe(HOSTS.b);
  });

  it('a key of the one is unknown at the other, whatever its browser says (ID-18, Z-03)', async () => {
    const authenticator = new SoftAuthenticator(`https://${HOSTS.a}`);
    expect((await register(sites.a, authenticator)).status).toBe(201);
    expect((await usePasskey(at(HOSTS.a), authenticator)).status).toBe(200);
    const asOfB = { origin: `https://${HOSTS.b}`, rpId: HOSTS.b };
    for (const changes of [{}, asOfB])
      expect((await usePasskey(at(HOSTS.b), authenticator, changes)).status).toBe(401);
    const [row] = await sites.site.database.query(
      `SELECT reason FROM audit_entry a JOIN tenant_hostname h ON h.tenant_id = a.tenant_id
        WHERE h.hostname = $1 ORDER BY sequence DESC LIMIT 1`,
      [HOSTS.b],
    );
    expect(row).toEqual({ reason: 'passkey: no such passkey' });
  });

  it("a challenge of the one is void at the other, also under the browser's one cookie (ID-18)", async () => {
    const authenticator = new SoftAuthenticator(`https://${HOSTS.b}`);
    await register(sites.b, authenticator);
    const visitor = at(HOSTS.a);
    const { challenge } = await requestOptions(visitor);
    const answer = await visitor.post(
      '/session/passkey',
      { response: authenticator.get({ ...(await requestOptions(at(HOSTS.b))), challenge }) },
      { [HEADERS.originHostname]: HOSTS.b },
    );
    expect(answer.status).toBe(401);
  });

  it.each(['http://a.site.test', 'https://a.site.test:8443', 'https://www.a.site.test', 'https://site.test'])(
    '%s is another origin (ID-18)',
    async (origin) => {
      expect((await register(sites.a, new SoftAuthenticator(origin))).status).toBe(400);
    },
  );

  it('the port belongs to the origin, where the browser has named it (ID-18)', async () => {
    const origin = `https://${HOSTS.a}:8443`;
    const authenticator = new SoftAuthenticator(`https://${HOSTS.a}`);
    await register(sites.a, authenticator);
    const direct = (): EditorBrowser => sites.site.browser({ Host: `${HOSTS.a}:8443` });
    expect((await usePasskey(direct(), authenticator)).status).toBe(401);
    expect((await usePasskey(direct(), authenticator, { origin })).status).toBe(200);
  });

  it('where a proxy hides the port, Identity/EditorUrl tells it; that of another host changes nothing (ID-18)', async () => {
    const authenticator = new SoftAuthenticator(`https://${HOSTS.b}`);
    const origin = `https://${HOSTS.b}:8443`;
    await register(sites.b, authenticator);
    await setSetting(sites.site.database, 'Identity', 'EditorUrl', origin, HOSTS.b);
    await eventually(async () => {
      const { status } = await usePasskey(at(HOSTS.b), authenticator, { origin });
      if (status !== 200) throw new Error('The setting is not known yet.');
    });
    expect((await usePasskey(at(HOSTS.b), authenticator)).status).toBe(401);
    await setSetting(sites.site.database, 'Identity', 'EditorUrl', 'https://editor.site.test', HOSTS.b);
    await eventually(async () => {
      const { status } = await usePasskey(at(HOSTS.b), authenticator);
      if (status !== 200) throw new Error('The setting is not known yet.');
    });
  });
});

it('where a real site is run, this machine has to use https too (ID-18)', async () => {
  const site = await startEditorSite({ NODE_ENV: 'production' });
  try {
    const host = `localhost:${site.api.port}`;
    const administrator = site.browser({ Host: host });
    await administrator.signIn(ADMINISTRATOR);
    const plain = await register(administrator, new SoftAuthenticator(`http://${host}`));
    expect(plain.json()).toMatchObject({ errors: [{ message: PASSKEY_TEXTS.notRegistered.text }] });
    expect((await register(administrator, new SoftAuthenticator(`https://${host}`))).status).toBe(201);
  } finally {
    await site.stop();
  }
});
