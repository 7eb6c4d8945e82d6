import { REDIRECT_LIMITS, REDIRECT_MESSAGES } from '@sitedesk/contract/redirects';
import type { EntityManager } from 'typeorm';
import { ValidationProblem } from '../../platform/http/problem.js';
import { publicPath } from './public-path.js';

/** Stands for whatever hostname a visitor uses. */
const THIS_SITE = 'http://this-site.invalid';

/** The path of a URL that leads to a page of the site, in its one spelling. */
export async function pathOnSite(
  manager: EntityManager,
  tenantId: string,
  url: string,
): Promise<string | undefined> {
  const { origin, hostname, pathname } = new URL(url, THIS_SITE);
  if (origin !== THIS_SITE) {
    const own: unknown[] = await manager.query(
      'SELECT 1 FROM tenant_hostname WHERE tenant_id = $1 AND hostname = $2',
      [tenantId, hostname],
    );
    if (own.length === 0) return undefined;
  }
  const place = publicPath(pathname);
  return place.kind === 'path' ? place.path : undefined;
}

/** A path and all that it is below of, as far as a redirect can be for them. */
export function placesAbove(path: string): readonly string[] {
  const words = path.split('/').slice(1);
  const paths = words.map((_word, index) => `/${words.slice(0, index + 1).join('/')}`);
  return ['/', ...paths].filter(({ length }) => length <= REDIRECT_LIMITS.path.max);
}

const RULE_AT = `SELECT path FROM redirect_rule WHERE tenant_id = $1 AND path = ANY($2) AND (with_below OR path = $3)
    AND id IS DISTINCT FROM $4
  UNION ALL SELECT path FROM live_page WHERE tenant_id = $1 AND path = $3 AND kind = 'redirect'
    AND (forward_url IS NOT NULL OR forward_number IS NOT NULL) AND NOT path = ANY($5) LIMIT 1`;
const LEADS_HERE = `SELECT path FROM redirect_rule WHERE tenant_id = $1 AND id IS DISTINCT FROM $2
    AND (forward_path = ANY($3) OR $4 AND forward_path >= $5 AND forward_path < $6)
  UNION ALL SELECT path FROM live_page WHERE tenant_id = $1 AND kind = 'redirect' AND forward_url IS NOT NULL
    AND (forward_path = ANY($3) OR $4 AND forward_path >= $5 AND forward_path < $6) AND NOT path = ANY($3) LIMIT 1`;

/**
 * Nothing is forwarded twice, so nothing goes round in circles: neither are these addresses where another forward leads, nor is
 * their target forwarded. What is live now doesn't count, because it may be withdrawn.
 * @param target path on the site; undefined where they lead elsewhere, or to an article
 * @throws ValidationProblem naming the fields of a redirect
 */
export async function requireOneStep(
  manager: EntityManager,
  tenantId: string,
  {
    paths,
    withBelow = false,
    target,
    own = null,
  }: {
    readonly paths: readonly string[];
    readonly withBelow?: boolean;
    readonly target: string | undefined;
    /** The redirect that is changed. */
    readonly own?: string | null;
  },
  fields: { readonly path: string; readonly target: string } = { path: 'path', target: 'forwardUrl' },
): Promise<void> {
  const [first = ''] = paths;
  const below = first === '/' ? '/' : `${first}/`;
  if (target !== undefined) {
    if (paths.includes(target) || (withBelow && target.startsWith(below)))
      throw ValidationProblem.at(fields.target, REDIRECT_MESSAGES.itself);
    const [next]: { readonly path: string }[] = await manager.query(RULE_AT, [
      tenantId,
      placesAbove(target),
      target,
      own,
      paths,
    ]);
    if (next) throw ValidationProblem.at(fields.target, REDIRECT_MESSAGES.leadsOn(next));
  }
  const [before]: { readonly path: string }[] = await manager.query(LEADS_HERE, [
    tenantId,
    own,
    paths,
    withBelow,
    below,
    `${below.slice(0, -1)}0`, // the character behind the slash
  ]);
  if (before) throw ValidationProblem.at(fields.path, REDIRECT_MESSAGES.leadsHere(before));
}
