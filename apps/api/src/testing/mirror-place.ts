import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { membersOf, type MirrorSite, type TwoSites } from './two-sites.js';
import type { Body } from './valid-body.js';

/** Where something is made: the installation, and which of its two sites. */
export interface Place {
  readonly sites: TwoSites;
  readonly site: MirrorSite;
  /** Ids that stand earlier in the path, by name: the user of a token. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Makes a thing that an id parameter can name, new each time. Resolves to its id. */
export type MakeThing = (place: Place) => Promise<string>;

/** Made by the administrator, over the API. */
export const create = async (place: Place, path: string, body: Body): Promise<string> =>
  String((await createWhole(place, path, body))['id']);

/** The same, with all that is answered. */
export async function createWhole(
  { sites, site }: Place,
  path: string,
  body: Body,
): Promise<ReturnType<typeof membersOf>> {
  const headers = await sites.freshSession(site, 'Administrator');
  const answer = await sites.call(site, { method: 'POST', path: `${EDITOR_PATH}${path}`, headers, body });
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return membersOf(answer.text);
}

export function missing(kind: string): never {
  throw new Error(`The ${kind} that a fixture made is not there.`);
}
