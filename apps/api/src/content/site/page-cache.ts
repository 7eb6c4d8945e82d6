import { HEADERS } from '@sitedesk/contract/headers';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Coding, encoded } from '../../platform/http/content-coding.js';
import type { FollowedRedirect } from '../redirects/address-hits.service.js';

/** A page as octets, in every coding it was asked for. */
export interface StoredPage {
  readonly status: number;
  /** Names and values in turn, without those that every answer has or that depend on the coding. */
  readonly headers: readonly string[];
  readonly identity: Buffer;
  /** Of the identity octets and the layout; the same on every instance. */
  readonly tag: string;
  /** When its site last changed, if it has a date. */
  readonly changed?: ChangeDate | undefined;
  /** What this is the answer of, where it is one of a redirect. */
  readonly redirect?: FollowedRedirect;
  /** Answers with it that were made already. */
  readonly answers: Partial<Record<Coding, PageAnswer>>;
}

/** When a site last changed. Every change has a second of its own. */
export interface ChangeDate {
  /** Milliseconds, in whole seconds. */
  readonly at: number;
  /** As it is sent. */
  readonly text: string;
  /** Whether nothing has changed since that has no date, such as the product itself. */
  readonly isComplete: boolean;
}

/** All that is the same each time a page is sent in a coding. */
interface PageAnswer {
  readonly body: Buffer;
  /** Names and values in turn; the last is the request's id, which {@link withRequestId} fills in. */
  readonly headers: readonly string[];
  /** Of an answer without the body (304). */
  readonly unchanged: readonly string[];
}

/** Makes a page of a text. @param layout hash of a layout that it depends on in more than its text */
export function storedPage(
  status: number,
  headers: readonly string[],
  body: string,
  layout = '',
): StoredPage {
  const identity = Buffer.from(body);
  const tag = createHash('sha256').update(identity).update(layout).digest('base64url').slice(0, 22);
  return { status, headers, identity, tag, answers: {} };
}

/** On every answer, besides the policy of pages. */
export const COMMON_HEADERS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  Vary: 'Accept-Encoding',
}).flat();

const WITHOUT_REFERRER = COMMON_HEADERS.filter((value, index) =>
  [value, COMMON_HEADERS[index - 1]].every((each) => each !== 'Referrer-Policy'),
);

/** Fields about the octets that follow, which don't when there are none (304). */
const OF_OCTETS = ['Content-Encoding', 'Content-Length'];

/** Where the id of the request goes: an array with its place in it is copied in less time than one is put together. */
const ID_PLACE = [HEADERS.requestId, ''];

/** Fields of an answer as they are sent to one request. @param headers of {@link PageAnswer} */
export function withRequestId(headers: readonly string[], requestId: string): string[] {
  const fields = headers.slice();
  fields[fields.length - 1] = requestId;
  return fields;
}

/** What is sent in one coding, with these fields and no others. @param tag as {@link StoredPage.tag} */
export function storedOctets(headers: readonly string[], body: Buffer, tag: string): StoredPage {
  const unchanged = headers.filter((_, at) => !OF_OCTETS.includes(headers[at - (at % 2)] ?? ''));
  const answer = { body, headers: [...headers, ...ID_PLACE], unchanged: [...unchanged, ...ID_PLACE] };
  return {
    status: 200,
    headers,
    identity: body,
    tag,
    answers: { br: answer, gzip: answer, identity: answer },
  };
}

/** A page in a coding, made once. */
export function answerWith(page: StoredPage, coding: Coding): PageAnswer {
  return (page.answers[coding] ??= makeAnswer(page, coding));
}

function makeAnswer({ identity, headers, tag }: StoredPage, coding: Coding): PageAnswer {
  const body = coding === 'identity' ? identity : encoded(identity, coding);
  const common = headers.includes('Referrer-Policy') ? WITHOUT_REFERRER : COMMON_HEADERS;
  const unchanged = [...headers, ...common, 'ETag', `"${tag}${coding === 'identity' ? '' : `-${coding}`}"`];
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const sized = [...unchanged, ...coded, 'Content-Length', String(body.length)];
  return { body, headers: [...sized, ...ID_PLACE], unchanged: [...unchanged, ...ID_PLACE] };
}

const MAX_BYTES = 128 * 1024 * 1024;
/** What an entry takes besides its octets. */
const ENTRY_BYTES = 1_024;

interface Entry {
  readonly tenantId: string;
  readonly path: string;
  readonly page: StoredPage;
  readonly bytes: number;
  isUsed: boolean;
}

/**
 * Pages that were asked for, those that nobody asked for lately dropped first. When something of a site changes, all its pages are forgotten: putting
 * one together again is cheap, and there is no list of what depends on what that could be wrong.
 */
export class PageCache {
  /** By site and path: a key made of both would have to be put together and hashed for each request. */
  private readonly sites = new Map<string, Map<string, Entry>>();
  /** In the order in which they may be dropped. */
  private readonly entries = new Set<Entry>();
  private readonly generations = new Map<string, number>();
  private everything = 0;
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  get(tenantId: string, path: string): StoredPage | undefined {
    const found = this.sites.get(tenantId)?.get(path);
    if (found) found.isUsed = true;
    return found?.page;
  }

  /** What has to be the same when a page is put together as when it is kept: it may have changed since. */
  generation(tenantId: string): string {
    return `${this.everything}.${this.generations.get(tenantId) ?? 0}`;
  }

  keep(tenantId: string, path: string, page: StoredPage, generation: string): void {
    if (generation !== this.generation(tenantId)) return;
    const pages = this.sites.get(tenantId) ?? new Map<string, Entry>();
    const former = pages.get(path);
    if (former) this.drop(former);
    // Twice: its compressed forms are made later.
    const entry = { tenantId, path, page, bytes: page.identity.length * 2 + ENTRY_BYTES, isUsed: true };
    this.sites.set(tenantId, pages.set(path, entry));
    this.entries.add(entry);
    this.bytes += entry.bytes;
    this.makeRoom();
  }

  private makeRoom(): void {
    for (const entry of this.entries) {
      if (this.bytes <= this.maxBytes) break;
      if (!entry.isUsed) {
        this.drop(entry);
        continue;
      }
      // A second chance, behind all others.
      entry.isUsed = false;
      this.entries.delete(entry);
      this.entries.add(entry);
    }
  }

  forget(tenantId: string): void {
    this.generations.set(tenantId, (this.generations.get(tenantId) ?? 0) + 1);
    for (const entry of this.sites.get(tenantId)?.values() ?? []) this.drop(entry);
  }

  forgetAll(): void {
    this.everything += 1;
    this.sites.clear();
    this.entries.clear();
    this.bytes = 0;
  }

  private drop(entry: Entry): void {
    this.bytes -= entry.bytes;
    this.entries.delete(entry);
    const pages = this.sites.get(entry.tenantId);
    pages?.delete(entry.path);
    if (pages?.size === 0) this.sites.delete(entry.tenantId);
  }
}

/**
 * Whether the client has the page, by its entity tags, or else by the date that it was sent (RFC 9110, 13.2.2). A later date isn't
 * enough: the client's clock may have been read before a change took effect.
 */
export function isUnchanged(
  { tag, changed }: StoredPage,
  { 'if-none-match': tags, 'if-modified-since': date }: IncomingHttpHeaders,
): boolean {
  if (tags !== undefined) return isKnown(tags, tag);
  return date !== undefined && changed?.isComplete === true && date === changed.text;
}

/** The date of a page, as it is sent (RFC 9110, 8.8.2). Changes that come faster than seconds have dates that are still to come. */
export const lastModified = ({ status, changed }: StoredPage): string | undefined =>
  status === 200 && changed && changed.at <= Date.now() ? changed.text : undefined;

/** Whether one of the client's entity tags is the page's, in whatever coding it has it. */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => {
    const given = each.trim();
    return given === '*' || given.replace(/^W\//, '').replace(/(?:-br|-gzip)?"$/, '"') === `"${tag}"`;
  }) ?? false;
