import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import { pathPattern, valuesOf } from './path-pattern.js';
import { HEADERS_FILE, linesOf, refuse } from './rule-lines.js';

/** A path of `_headers` and what its files are sent with. */
export interface HeaderRule {
  readonly path: string;
  readonly set: readonly (readonly [name: string, value: string])[];
}

/** What the server says itself, and what would speak for the whole site: its security, its cookies, its connections. */
const OWN = new Set([
  'accept-ranges',
  'access-control-allow-credentials',
  'age',
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'content-location',
  'content-range',
  'content-security-policy',
  'content-security-policy-report-only',
  'content-type',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'location',
  'origin-agent-cluster',
  'proxy-authenticate',
  'refresh',
  'referrer-policy',
  'retry-after',
  'server',
  'service-worker-allowed',
  'set-cookie',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'via',
  'www-authenticate',
  'x-content-type-options',
  'x-content-version',
  'x-frame-options',
  'x-xss-protection',
]);

/** Reads `_headers`: a path on a line, then indented lines `Name: value`. @throws DeploymentRefused that names the line */
export function parseHeaders(text: string): readonly HeaderRule[] {
  const rules: { path: string; set: [string, string][] }[] = [];
  const seen = new Map<string, number>();
  let count = 0;
  for (const { line, content } of linesOf(text, HEADERS_FILE)) {
    if (!/^\s/.test(content)) {
      const path = content.trim();
      if (!pathPattern(path))
        refuse(HEADERS_FILE, line, TEXTS.rulePath({ path: path.slice(0, LIMITS.segment) }));
      const other = seen.get(path);
      if (other !== undefined) refuse(HEADERS_FILE, line, TEXTS.ruleConflict({ path, other }));
      seen.set(path, line);
      rules.push({ path, set: [] });
      continue;
    }
    const rule = rules.at(-1);
    if (!rule) return refuse(HEADERS_FILE, line, TEXTS.headerForm);
    rule.set.push(headerOf(content, line));
    count += 1;
    if (count > LIMITS.rules) refuse(HEADERS_FILE, line, TEXTS.tooManyRules({ max: LIMITS.rules }));
  }
  return rules;
}

function headerOf(content: string, line: number): [string, string] {
  const [, name = '', value = ''] = /^\s+([^\s:]+)\s*:\s*(.*?)\s*$/.exec(content) ?? [];
  if (!/^[\w-]{1,100}$/.test(name) || !/^[\x20-\x7e]+$/.test(value))
    refuse(HEADERS_FILE, line, TEXTS.headerForm);
  const lower = name.toLowerCase();
  if (OWN.has(lower) || /^(?:sitedesk|sec|proxy)-/.test(lower))
    refuse(HEADERS_FILE, line, TEXTS.headerOwn({ name }));
  return [name, value];
}

/** Finds what a path below the application is sent with; of two values for one name, the later counts. */
export function headerMatcher(rules: readonly HeaderRule[]): (path: string) => ReadonlyMap<string, string> {
  const compiled = rules.flatMap(({ path, set }) => {
    const pattern = pathPattern(path);
    return pattern ? [{ pattern, set }] : []; // checked when it was deployed
  });
  return (path) =>
    new Map(
      compiled
        .flatMap(({ pattern, set }) => (valuesOf(pattern, path) ? set : []))
        .map(([name, value]) => [name, value]),
    );
}
