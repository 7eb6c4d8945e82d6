import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { connect } from 'node:net';
import { createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { eventually } from './harness/eventually.js';
import { call } from './harness/http.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY, mailBy, visitorFrom, WITHOUT_LIMITS } from './harness/site.js';
import { freshAddress, MESSAGE } from './harness/visitor.js';

const ENV = { ...WITHOUT_LIMITS, ...BEHIND_LOCAL_PROXY, ...mailBy('none:') };
const ID = 'access-log-1';

describe('the access log', () => {
  let database: E2eDatabase;
  let api: RunningProcess;
  let tenantId: unknown;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    api = await startApi(database.url, { ...ENV, ACCESS_LOG: 'on' });
    [{ id: tenantId } = { id: '' }] = await database.query<{ id: string }>('SELECT id FROM tenant');
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  const linesOf = (output: string): readonly Record<string, unknown>[] =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'request');
  /** The line of the request with that id. */
  const lineOf = (requestId: string): Promise<Record<string, unknown>> =>
    eventually(() => {
      const found = linesOf(api.output()).filter((line) => line['requestId'] === requestId);
      expect(found).toHaveLength(1);
      return found[0] ?? {};
    });
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(api.port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.on('end', () => resolve(answer)).on('error', reject);
    });

  it('has a line for a request that a route answers, without its query', async () => {
    await call(`${api.url}/editor/contacts/0f8fad5b-d9cb-469f-a165-70867728950e?q=anna@example.com`, {
      headers: { [HEADERS.requestId]: ID },
    });
    expect(await lineOf(ID)).toEqual({
      level: 'info',
      time: expect.any(String),
      event: 'request',
      method: 'GET',
      path: '/editor/contacts/:id',
      status: 401,
      ms: expect.any(Number),
      tenantId,
      requestId: ID,
    });
    expect(api.output()).not.toContain('anna@example.com');
  });

  it('has one for a submission, and for what is answered on the byte lane', async () => {
    const visitor = visitorFrom(api.url, freshAddress());
    const accepted = await visitor.submit(MESSAGE);
    const forged = await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: 'x' });
    const script = await visitor.script();
    const lines = await Promise.all(
      [accepted, forged, script].map(({ headers }) => lineOf(String(headers[HEADERS.requestId]))),
    );
    expect(lines.map(({ method, path, status, tenantId: whose }) => [method, path, status, whose])).toEqual([
      ['POST', `${CONTACT_API_PATH}/submit`, 200, tenantId],
      ['POST', `${CONTACT_API_PATH}/submit`, 400, tenantId],
      ['GET', `${CONTACT_API_PATH}/site-contact.js`, 200, tenantId],
    ]);
  });

  it('has one for what is refused before any route', async () => {
    const unknown = await call(`${api.url}/nothing/here`);
    const invalid = await raw('GET /%zz HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n');
    const twoHosts = await raw('GET / HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n');
    const ids = [invalid, twoHosts].map((answer) => /x-request-id: (\S+)/i.exec(answer)?.[1] ?? '');
    const lines = await Promise.all([String(unknown.headers[HEADERS.requestId]), ...ids].map(lineOf));
    expect(lines.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', '/nothing/here', 404],
      ['GET', '/%zz', 400],
      ['GET', '/', 400],
    ]);
    await raw('no request at all\r\n\r\n');
    await eventually(() => {
      const nameless = linesOf(api.output()).filter(({ requestId }) => requestId === undefined);
      expect(nameless.map(({ status, method, level }) => [status, method, level])).toEqual([
        [400, undefined, 'info'],
      ]);
    });
  });

  it('is off unless it is turned on', async () => {
    const quiet = await startApi(database.url, ENV);
    await call(`${quiet.url}/health/live`);
    await quiet.stop();
    expect(quiet.output()).toContain('server.stopped');
    expect(linesOf(quiet.output())).toEqual([]);
  });
});
