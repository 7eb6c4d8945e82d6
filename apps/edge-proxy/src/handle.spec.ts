import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract';
import { BACKEND_BODY, startBackend, type TestBackend } from './testing/backend.js';
import { EDGE_PLATFORMS, type RunningEdge } from './testing/edges.js';
import { send } from './testing/raw-http.js';

const SUBMIT = '/_api/contact/submit';

describe.each(EDGE_PLATFORMS)('edge proxy on $platform (specification 1)', ({ start }) => {
  let backend: TestBackend;
  let edge: RunningEdge;
  const ask = (request: Parameters<typeof send>[1]): ReturnType<typeof send> => send(edge.port, request);

  beforeAll(async () => {
    backend = await startBackend();
    edge = await start({ BACKEND_URL: backend.url, ZONE: 'example.test', EDGE_SECRET: 's3cret' });
  }, 30_000);
  afterEach(() => backend.reset());
  afterAll(async () => {
    await edge.stop();
    await backend.stop();
  });

  it('forwards GET with its query', async () => {
    const answer = await ask({ target: '/_api/contact/site-contact.js?v=1&x=a%2Fb' });
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(BACKEND_BODY);
    expect(backend.seen).toMatchObject([{ method: 'GET', target: '/_api/contact/site-contact.js?v=1&x=a%2Fb' }]);
  });
});
void CONTACT_ERRORS; void CONTACT_MESSAGES; void SUBMIT;
