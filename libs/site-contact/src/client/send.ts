import type { ContactFieldNames, ContactResult } from '@sitedesk/contract';
import { forget, getCaptchaToken } from './captcha.js';
import { type FormConfig, scriptUrl, shared } from './state.js';
import { captchaFailure, failure, FORGERY, MISSING_CAPTCHA, unavailable, waitText } from './texts.js';

const TOKEN_HEADER = 'RequestVerificationToken';

/** Sends what is in the form. Always resolves, and always to the one result shape. */
export async function send(form: HTMLFormElement, config: FormConfig): Promise<ContactResult> {
  const body: Record<string, string> = {};
  for (const key of ['name', 'email', 'message'] as const) body[key] = valueOf(form, config.fieldNames, key);
  if (config.requireCaptcha) {
    try {
      body['captchaToken'] = await getCaptchaToken(config);
    } catch (error) {
      return captchaFailure((error as Error).message);
    }
    if (!body['captchaToken']) return captchaFailure(MISSING_CAPTCHA);
  }
  // One key per click: a repeated request is the same message.
  const key = newKey();
  let answer: ContactResult;
  try {
    answer = await post(config, body, key);
    // A refused token has been replaced meanwhile; the server looked at nothing else, so the CAPTCHA token is still good.
    if (answer.error === FORGERY) answer = await post(config, body, key);
  } catch {
    answer = unavailable('Network error');
  }
  forget(config);
  return answer;
}

function valueOf(form: HTMLFormElement, names: ContactFieldNames, key: keyof ContactFieldNames): string {
  const field = form.elements.namedItem(names[key]);
  return field && 'value' in field ? String(field.value) : '';
}

async function post(config: FormConfig, body: object, key: string): Promise<ContactResult> {
  const response = await fetch(new URL(config.submitEndpoint, scriptUrl), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [TOKEN_HEADER]: shared.antiforgeryToken,
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  });
  const result = (await response.json().catch(() => undefined)) as ContactResult | undefined;
  if (typeof result?.success !== 'boolean') return unavailable('Service unavailable');
  const fresh =
    response.headers.get(TOKEN_HEADER) ?? (result.error === FORGERY ? await refetchToken() : undefined);
  if (fresh) shared.antiforgeryToken = fresh;
  const wait = Number(response.headers.get('Retry-After'));
  return response.status === 429 && wait
    ? failure(result.message + waitText(wait), String(result.error))
    : result;
}

/** Where the header cannot be read, the script itself has a fresh token. */
async function refetchToken(): Promise<string | undefined> {
  const text = await (await fetch(scriptUrl, { cache: 'no-store' })).text();
  return /v1(\.[\w-]+){4}/.exec(text)?.[0];
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return String(crypto.getRandomValues(new Uint32Array(4)));
}
