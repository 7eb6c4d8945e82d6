import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import { filled, isCleanPath, isDynamic, type PathPattern, pathPattern, valuesOf } from './path-pattern.js';
import { linesOf, REDIRECTS_FILE, refuse } from './rule-lines.js';

/** One line of `_redirects`. Paths are below the application's address. */
export interface RedirectRule {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

/** What an address that isn't a file is answered with. */
export interface RedirectMatch {
  readonly to: string;
  readonly status: number;
}

const REDIRECTS = [301, 302, 307, 308];
/** Those that answer with a file of the application. */
const REWRITES = [200, 404];
const DEFAULT_STATUS = 302;

/**
 * Reads `_redirects`: `from to [status]` a line, `#` begins a comment.
 * @param files paths of the deployment
 * @throws DeploymentRefused that names the line
 */
export function parseRedirects(text: string, files: ReadonlySet<string>): readonly RedirectRule[] {
  const rules: RedirectRule[] = [];
  const seen = new Map<string, number>();
  for (const { line, content } of linesOf(text, REDIRECTS_FILE)) {
    const words = content.trim().split(/\s+/);
    const rule = ruleOf(words, line);
    const other = seen.get(rule.from);
    if (other !== undefined) refuse(REDIRECTS_FILE, line, TEXTS.ruleConflict({ path: rule.from, other }));
    seen.set(rule.from, line);
    requireTarget(rule, files);
    rules.push(rule);
    if (rules.length > LIMITS.rules) refuse(REDIRECTS_FILE, line, TEXTS.tooManyRules({ max: LIMITS.rules }));
  }
  requireNoLoops(rules, files);
  return rules;
}

function ruleOf(words: readonly string[], line: number): RedirectRule {
  const [from = '', to = '', status = String(DEFAULT_STATUS), ...more] = words;
  if (to === '' || more.length > 0) refuse(REDIRECTS_FILE, line, TEXTS.ruleForm);
  if (!pathPattern(from))
    refuse(REDIRECTS_FILE, line, TEXTS.rulePath({ path: from.slice(0, LIMITS.segment) }));
  if (!/^\d{3}$/.test(status) || ![...REDIRECTS, ...REWRITES].includes(Number(status)))
    refuse(REDIRECTS_FILE, line, TEXTS.ruleStatus({ status: status.slice(0, 20) }));
  return { line, from, to, status: Number(status) };
}

function requireTarget({ line, from, to, status }: RedirectRule, files: ReadonlySet<string>): void {
  const isRewrite = REWRITES.includes(status);
  if (!to.startsWith('/')) {
    if (isRewrite) refuse(REDIRECTS_FILE, line, TEXTS.ruleProxy);
    if (!isWebAddress(to))
      refuse(REDIRECTS_FILE, line, TEXTS.rulePath({ path: to.slice(0, LIMITS.segment) }));
  } else if (!isCleanPath(pathOnly(to))) {
    refuse(REDIRECTS_FILE, line, TEXTS.rulePath({ path: to.slice(0, LIMITS.segment) }));
  }
  const { names = [] } = pathPattern(from) ?? {};
  const used = [...pathOf(to).matchAll(/\/:([a-z]\w*)/gi)].map(([, name = '']) => name);
  const unknown = used.find((name) => !names.includes(name));
  if (unknown !== undefined) refuse(REDIRECTS_FILE, line, TEXTS.ruleName({ name: `:${unknown}` }));
  if (isRewrite && used.length === 0 && !files.has(fileOf(to)))
    refuse(REDIRECTS_FILE, line, TEXTS.ruleTarget({ path: to }));
}

/** Follows each redirect as a browser would, until something answers; a rule that is met again never does. */
function requireNoLoops(rules: readonly RedirectRule[], files: ReadonlySet<string>): void {
  const matcher = redirectMatcher(rules);
  for (const rule of rules) {
    const met = new Set<RedirectRule>();
    let next: RedirectRule | undefined = rule;
    while (next && REDIRECTS.includes(next.status) && next.to.startsWith('/')) {
      if (met.has(next)) refuse(REDIRECTS_FILE, rule.line, TEXTS.ruleLoop({ path: rule.from }));
      met.add(next);
      const { names = [] } = pathPattern(next.from) ?? {};
      const path = filled(pathOnly(next.to), Object.fromEntries(names.map((name) => [name, 'x'])));
      next = files.has(fileOf(path)) ? undefined : matcher.find(path)?.rule;
    }
  }
}

/** Finds the first rule for a path. Those without names are found at once; the others are tried in their order. */
export function redirectMatcher(rules: readonly RedirectRule[]): {
  find(path: string): { readonly rule: RedirectRule; readonly match: RedirectMatch } | undefined;
} {
  const fixed = new Map<string, RedirectRule>();
  const dynamic: { readonly rule: RedirectRule; readonly pattern: PathPattern }[] = [];
  for (const rule of rules) {
    const pattern = pathPattern(rule.from);
    if (!pattern) continue; // checked when it was deployed
    if (isDynamic(pattern)) dynamic.push({ rule, pattern });
    else fixed.set(rule.from, rule);
  }
  return {
    find: (path) => {
      const exact = fixed.get(path);
      for (const { rule, pattern } of dynamic) {
        if (exact && exact.line < rule.line) break;
        const values = valuesOf(pattern, path);
        if (values) return { rule, match: { to: filled(rule.to, values), status: rule.status } };
      }
      return exact && { rule: exact, match: exact };
    },
  };
}

/** The file that a path below the application is. */
export const fileOf = (path: string): string =>
  path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);

const pathOnly = (target: string): string => /^[^?#]*/.exec(target)?.[0] ?? '';
const pathOf = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*/, '');

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined &&
    /^https?:\/\//.test(text) &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === ''
  );
}
