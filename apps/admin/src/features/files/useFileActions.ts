import { type BlockingUses, FILE_IN_USE } from '@sitedesk/contract/files';
import { useQueryClient } from '@tanstack/vue-query';
import { type Ref, ref, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useNotify } from '../../app/notify';
import { Problem } from '../../app/problem';
import { byPlace, type Entry, idsOf } from './file-entries';
import { fileRequests, FILES, folderRequests } from './files.api';

/** An action under way: for one request nobody knows how far it is. */
export interface FileProgress {
  readonly label: string;
  readonly done: number | null;
  readonly all: number;
}

/** What should go, and is still used: someone decides. */
export interface InUse {
  readonly action: 'trash' | 'delete';
  readonly entries: readonly Entry[];
  readonly uses: BlockingUses;
}

/** What is done to files and folders. Everything but deleting permanently runs at once, and offers to undo it. */
export function useFileActions(onDone: () => void) {
  const { t, n } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: [FILES] });
  const progress: Ref<FileProgress | undefined> = shallowRef();
  const isStopped = ref(false);
  const inUse = shallowRef<InUse>();

  const counted = (
    key: string,
    entries: readonly Entry[],
    more: Readonly<Record<string, string>> = {},
  ): string => {
    const [only] = entries;
    if (entries.length === 1 && only) return t(`files.${key}One`, { name: only.name, ...more });
    return t(`files.${key}`, { count: n(entries.length), ...more }, entries.length);
  };

  /** @returns whether it succeeded */
  async function run(
    label: string,
    all: number,
    work: () => Promise<unknown>,
    trashed?: readonly Entry[],
  ): Promise<boolean> {
    if (progress.value) return false;
    progress.value = { label, done: null, all };
    try {
      await work();
      onDone();
      return true;
    } catch (problem) {
      const uses = usesIn(problem);
      if (uses && trashed) inUse.value = { action: 'trash', entries: trashed, uses };
      else notify.failed(problem);
      return false;
    } finally {
      progress.value = undefined;
      await readAgain();
    }
  }

  /** @param into the folder with its name; its id is null for the top level */
  async function move(
    entries: readonly Entry[],
    into: { readonly id: string | null; readonly name: string },
  ): Promise<void> {
    const moved = [...byPlace(entries)].filter(([place]) => place !== into.id).flatMap(([, some]) => some);
    if (moved.length === 0) return;
    const sent = () => fileRequests.move({ ...idsOf(moved), into: into.id });
    if (!(await run(t('files.moving'), moved.length, sent))) return;
    notify.done(counted('moved', moved, { folder: into.name }), { undo: () => moveBack(moved) });
  }

  async function moveBack(entries: readonly Entry[]): Promise<void> {
    const done = await run(t('files.moving'), entries.length, async () => {
      for (const [place, some] of byPlace(entries)) await fileRequests.move({ ...idsOf(some), into: place });
    });
    if (done) notify.done(counted('movedBack', entries));
  }

  async function trash(entries: readonly Entry[], evenIfUsed = false): Promise<void> {
    const sent = () => fileRequests.trash({ ...idsOf(entries), evenIfUsed });
    if (!(await run(t('files.trashing'), entries.length, sent, entries))) return;
    notify.done(counted('trashed', entries), { undo: () => restore(entries) });
  }

  async function restore(entries: readonly Entry[]): Promise<void> {
    if (!(await run(t('files.restoring'), entries.length, () => fileRequests.restore(idsOf(entries)))))
      return;
    notify.done(counted('restored', entries));
  }

  /** One after another; what fails ends it, and what is deleted by then is. @throws Problem */
  async function deletePermanently(entries: readonly Entry[], evenIfUsed = false): Promise<void> {
    const label = t('files.deleting');
    isStopped.value = false;
    let done = 0;
    try {
      for (const { type, id } of entries) {
        if (isStopped.value) break;
        progress.value = { label, done, all: entries.length };
        await (type === 'file' ? fileRequests : folderRequests).delete(id, {
          evenIfUsed: evenIfUsed ? 'true' : undefined,
        });
        done += 1;
      }
    } catch (problem) {
      const uses = usesIn(problem);
      if (!uses) throw problem;
      inUse.value = { action: 'delete', entries: entries.slice(done), uses };
    } finally {
      progress.value = undefined;
      if (done > 0) {
        onDone();
        notify.done(counted('deleted', entries.slice(0, done)));
      }
      void readAgain();
    }
  }

  /** What someone decided on what is in use. */
  async function goOn({ action, entries }: InUse): Promise<void> {
    await (action === 'trash' ? trash : deletePermanently)(entries, true);
  }

  return {
    progress,
    inUse,
    goOn,
    move,
    trash,
    restore,
    deletePermanently,
    stop: () => void (isStopped.value = true),
  };
}
/** Where files are used that should go, if that is why they can't. */
const usesIn = (problem: unknown): BlockingUses | undefined =>
  problem instanceof Problem && problem.code === FILE_IN_USE
    ? (problem.members['uses'] as BlockingUses) // the contract's word
    : undefined;

export type FileActions = ReturnType<typeof useFileActions>;
