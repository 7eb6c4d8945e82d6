import OpenAI from 'openai';
import { type AiBehaviour, type FakeAiProvider, startAiProvider } from './ai-provider.js';

/** I-18: the official client reads what the stand-in answers. */
describe('the stand-in of an AI provider, by the official client', () => {
  let provider: FakeAiProvider;
  let client: OpenAI;
  beforeAll(async () => {
    provider = await startAiProvider();
    provider.say('Grüße – 日本 🙂');
    client = new OpenAI({ apiKey: provider.token, baseURL: provider.endpoints.openai, maxRetries: 0 });
  });
  afterAll(() => provider.close());
  afterEach(() => provider.behave('ok'));

  const question = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] } as const;
  const asked = { ...question, messages: [...question.messages] };

  it('lists models', async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toContain('gpt-4o-mini');
  });

  it('answers at once', async () => {
    const answer = await client.chat.completions.create(asked);
    expect(answer.choices[0]?.message.content).toBe('Grüße – 日本 🙂');
    expect(answer.usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 7 });
  });

  it.each<AiBehaviour>(['ok', 'split', 'crlf', 'comments', 'no-done', 'empty-choices'])(
    'streams: %s',
    async (behaviour) => {
      provider.behave(behaviour);
      const stream = await client.chat.completions.create({
        ...asked,
        stream: true,
        stream_options: { include_usage: true },
      });
      let text = '';
      let tokens = 0;
      for await (const { choices, usage } of stream) {
        text += choices[0]?.delta.content ?? '';
        tokens = usage?.total_tokens ?? tokens;
      }
      expect([text, tokens]).toEqual(['Grüße – 日本 🙂', 27]);
    },
  );

  it('answers and streams responses', async () => {
    const input = { model: 'gpt-4o-mini', input: 'Hello', store: false };
    expect((await client.responses.create(input)).output_text).toBe('Grüße – 日本 🙂');
    let text = '';
    let status: string | undefined;
    for await (const event of await client.responses.create({ ...input, stream: true })) {
      if (event.type === 'response.output_text.delta') text += event.delta;
      if (event.type === 'response.completed') status = event.response.status;
    }
    expect([text, status]).toEqual(['Grüße – 日本 🙂', 'completed']);
  });

  it.each<[AiBehaviour, object]>([
    ['unauthorized', { status: 401, code: 'invalid_api_key' }],
    ['throttled', { status: 429, code: 'rate_limit_exceeded' }],
    ['quota', { status: 429, code: 'insufficient_quota' }],
    ['model-unknown', { status: 404, code: 'model_not_found' }],
    ['max-tokens-refused', { status: 400, code: 'unsupported_parameter', param: 'max_tokens' }],
    ['error-500', { status: 500 }],
  ])('refuses: %s', async (behaviour, expected) => {
    provider.behave(behaviour);
    await expect(client.chat.completions.create({ ...asked, max_tokens: 5 })).rejects.toMatchObject(expected);
  });
});
