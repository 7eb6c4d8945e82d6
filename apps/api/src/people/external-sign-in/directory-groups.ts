import { isStorable } from '@sitedesk/contract/rules';
import type { OutboundService } from '../../platform/outbound/outbound.service.js';

/** Where the groups of a person are read. */
interface GroupSource {
  /** Claim of the ID token; null when groups play no part. */
  readonly claim: string | null;
  /** API of the enterprise directory; asked when the claim has given way to a reference (groups overage). */
  readonly directoryUrl: string | null;
}

/** The directory did not return the groups. */
export class GroupsUnreadableError extends Error {
  constructor(why: string) {
    super(`Couldn’t read the groups: ${why}.`);
    this.name = 'GroupsUnreadableError';
  }
}

const MAX_PAGES = 200;
const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 5;

/**
 * Ids of all groups of a person. The claim lists them; with too many of them an enterprise directory only refers to
 * itself (`_claim_names`, OpenID Connect Core 5.6.2), and is then asked for all pages of the transitive memberships.
 * @throws GroupsUnreadableError rather than an incomplete list
 */
export async function groupsOf(
  claims: Readonly<Record<string, unknown>>,
  accessToken: string,
  source: GroupSource,
  outbound: OutboundService,
): Promise<readonly string[]> {
  if (source.claim === null) return [];
  const value = claims[source.claim];
  if (Array.isArray(value))
    return value.filter((id): id is string => typeof id === 'string' && isStorable(id));
  if (!overflows(claims, source.claim)) return [];
  if (source.directoryUrl === null)
    throw new GroupsUnreadableError('there are too many, and no directory URL is set');
  return readAllPages(source.directoryUrl, accessToken, outbound);
}

/** Whether claims say anything of groups, if only where to ask. */
export const mentionsGroups = (claims: Readonly<Record<string, unknown>>, claim: string): boolean =>
  claim in claims || overflows(claims, claim);

function overflows(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  const names = claims['_claim_names'];
  return (typeof names === 'object' && names !== null && claim in names) || claims['hasgroups'] === true;
}

async function readAllPages(
  directoryUrl: string,
  accessToken: string,
  outbound: OutboundService,
): Promise<readonly string[]> {
  const base = new URL(directoryUrl);
  const groups = new Set<string>();
  let next: string | undefined =
    `${directoryUrl.replace(/\/$/, '')}/me/transitiveMemberOf/microsoft.graph.group?$select=id`;
  for (let page = 0; next !== undefined; page += 1) {
    if (page >= MAX_PAGES) throw new GroupsUnreadableError('there are too many pages');
    // The token goes to the directory and nowhere else, whatever a page says.
    if (new URL(next).origin !== base.origin)
      throw new GroupsUnreadableError('the next page is on another host');
    const { ids, nextLink } = pageOf(await readPage(next, accessToken, outbound));
    for (const id of ids) groups.add(id);
    next = nextLink;
  }
  return [...groups];
}

async function readPage(url: string, accessToken: string, outbound: OutboundService): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await outbound.fetch({
      url,
      guarded: true,
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (answer.status === 200) return parsed(answer.text);
    const busy = answer.status === 429 || answer.status >= 500;
    if (!busy || attempt >= MAX_RETRIES)
      throw new GroupsUnreadableError(`the directory responded with ${answer.status}`);
    const seconds = Math.min(Number(answer.headers['retry-after'] ?? '1') || 1, MAX_WAIT_SECONDS);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GroupsUnreadableError('the directory’s response isn’t JSON');
  }
}

function pageOf(page: unknown): { readonly ids: readonly string[]; readonly nextLink: string | undefined } {
  if (typeof page !== 'object' || page === null || !('value' in page) || !Array.isArray(page.value)) {
    throw new GroupsUnreadableError('the directory’s response contains no list');
  }
  const ids = page.value.map((each: unknown) => {
    const id: unknown = typeof each === 'object' && each !== null && 'id' in each ? each.id : each;
    if (typeof id !== 'string')
      throw new GroupsUnreadableError('the directory returned a group without an ID');
    return id;
  });
  const nextLink = '@odata.nextLink' in page ? page['@odata.nextLink'] : undefined;
  return { ids, nextLink: typeof nextLink === 'string' ? nextLink : undefined };
}
