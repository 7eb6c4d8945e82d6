import { startServer, stopServer } from './server.js';

describe('limits of the standalone server', () => {
  it('gives slow clients ten seconds for headers and thirty for a request (D-01)', async () => {
    const server = await startServer({ backendUrl: 'http://127.0.0.1:9', host: '127.0.0.1', port: 0 });
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, listening: true });
    await stopServer(server);
    expect(server.listening).toBe(false);
  });
});
