import { AI_LIMITS, type AiDialectName } from '@sitedesk/contract/ai';

/** An endpoint as it was entered, taken apart. */
export interface Endpoint {
  readonly base: string;
  readonly apiVersion: string | undefined;
  readonly host: string;
}

/** People paste the URL of a call where its base is wanted. */
const CALL = /\/(chat\/completions|completions|responses|messages|models)$/;

/** Undefined for what can't be one. An `api-version` is the one thing a query may say: older Azure endpoints need it. */
export function endpointOf(text: string): Endpoint | undefined {
  if (text.length > AI_LIMITS.endpoint || !URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  const isClean = url.username === '' && url.password === '' && url.hash === '';
  if (!isClean || !['https:', 'http:'].includes(url.protocol)) return undefined;
  const names = [...url.searchParams.keys()];
  if (names.some((name) => name !== 'api-version') || names.length > 1) return undefined;
  const path = url.pathname.replace(/\/+$/, '').replace(CALL, '');
  return {
    base: `${url.origin}${path}`,
    apiVersion: url.searchParams.get('api-version') ?? undefined,
    host: url.host,
  };
}

/** What `auto` stands for. */
export function dialectOf({ base, host }: Endpoint): AiDialectName {
  const name = host.replace(/:\d+$/, '');
  if (/\.(openai|services\.ai|cognitiveservices)\.azure\.com$/.test(name)) return 'azure-openai';
  if (base.includes('/openai/deployments/')) return 'azure-openai';
  if (name === 'api.anthropic.com') return 'anthropic';
  return 'openai-chat';
}
