import { startAiProvider } from '@sitedesk/testing';
import dns, { type LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { outboundService } from '../../platform/outbound/outbound.fixture.js';
import { AiProviderService } from './ai-provider.service.js';

describe('a provider whose name leads elsewhere the next time (I-10)', () => {
  it('isn’t asked there', async () => {
    const provider = await startAiProvider();
    const { port } = new URL(provider.url);
    let elsewhere = 0;
    const other = createServer((socket) => {
      elsewhere += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.2', resolve));
    const addresses: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
    jest
      .spyOn(dns, 'lookup')
      .mockImplementation(((
        _host: string,
        _options: object,
        callback: (error: null, addresses: readonly LookupAddress[]) => void,
      ) => callback(null, addresses)) as typeof dns.lookup);
    const outbound = outboundService('127.0.0.1/32');
    const host = `rebinding.test:${port}`;
    const target = {
      dialect: 'openai-chat',
      base: `http://${host}/v1`,
      apiVersion: undefined,
      host,
      token: provider.token,
    } as const;
    const prompt = { instructions: 'Go on.', input: 'The summer was' };
    const question = { prompt, model: 'writer', temperature: 0, maxTokens: 16, stop: [] };
    const ask = () => new AiProviderService(outbound).ask(target, question, { timeout: 5_000, retry: true });
    try {
      expect((await ask()).text).toBe(' und so weiter.');
      // Its connection ends, so that the name is looked up again.
      provider.behave('reset');
      await expect(ask()).rejects.toMatchObject({ details: { step: 'connection' } });
      provider.behave('ok');
      addresses.splice(0, 1, { address: '127.0.0.2', family: 4 });
      const asked = provider.asked.length;
      await expect(ask()).rejects.toMatchObject({ details: { step: 'address' } });
      expect([elsewhere, provider.asked.length]).toEqual([0, asked]);
    } finally {
      jest.restoreAllMocks();
      await outbound.onApplicationShutdown();
      await new Promise((resolve) => other.close(resolve));
      await provider.close();
    }
  });
});
