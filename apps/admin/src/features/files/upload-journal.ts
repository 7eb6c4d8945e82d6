import { forgetOnDevice, keepOnDevice, keptOnDevice } from '../../app/device-journal';

/** An upload that has begun, for anyone who comes back after the page was closed. */
export interface KeptUpload {
  /** Path at the server. */
  readonly url: string;
  readonly name: string;
  readonly size: number;
  /** Of the file: with its name and size it says whether a file is the same. */
  readonly modified: number;
  /** Id of the folder it is for; null for the top level. */
  readonly folder: string | null;
}

/** By the page that has them. */
type Journal = Readonly<Record<string, readonly KeptUpload[]>>;

const LOCK = 'sitedesk.uploads.';
/** This page, as long as it is open. */
const PAGE = `${Date.now()}-${Math.random()}`;
const keyOf = (account: string): string => `uploads.${account}`;

/** Held while the page is open, so that no other takes its uploads for abandoned. Without https there are no locks. */
if ('locks' in navigator) void navigator.locks.request(LOCK + PAGE, () => new Promise(() => undefined));

async function openPages(): Promise<readonly string[]> {
  if (!('locks' in navigator)) return [PAGE];
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
}

const read = async (account: string): Promise<Journal> =>
  ((await keptOnDevice(keyOf(account))) as Journal | undefined) ?? {}; // written below

let writing: Promise<unknown> = Promise.resolve();

/** Keeps what this page uploads, in place of what it did before. */
export function keepUploads(account: string, uploads: readonly KeptUpload[]): void {
  writing = writing.then(async () => {
    const others = Object.entries(await read(account)).filter(([page]) => page !== PAGE);
    const journal = [...others, ...(uploads.length > 0 ? [[PAGE, uploads] as const] : [])];
    if (journal.length === 0) await forgetOnDevice(keyOf(account));
    else await keepOnDevice(keyOf(account), Object.fromEntries(journal));
  });
}

/** Takes what pages that are closed have not finished. */
export async function abandonedUploads(account: string): Promise<readonly KeptUpload[]> {
  const pages = await openPages();
  const journal = Object.entries(await read(account));
  const abandoned = journal.filter(([page]) => page !== PAGE && !pages.includes(page));
  if (abandoned.length === 0) return [];
  const left = journal.filter((entry) => !abandoned.includes(entry));
  await keepOnDevice(keyOf(account), Object.fromEntries(left));
  return abandoned.flatMap(([, uploads]) => uploads);
}
