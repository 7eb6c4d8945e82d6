import { type InjectionKey, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue';
import type { Entry } from './file-entries';

/** A folder that something can be dropped on; its id is null for the top level. */
export interface DropTarget {
  readonly id: string | null;
  readonly name: string;
}

interface DropOptions {
  /** Whether anything can be dropped at all. */
  readonly enabled: () => boolean;
  /** Where files go that are dropped anywhere. */
  readonly here: () => DropTarget;
  readonly onFiles: (data: DataTransfer, target: DropTarget) => void;
  readonly onEntries: (entries: readonly Entry[], target: DropTarget) => void;
}

/** Drags of the page itself carry this, so that no other page takes them for something of its own. */
const TYPE = 'application/x-sitedesk-files';

/** Files that are dropped anywhere on the page, and entries that are dragged onto folders. */
export function useFileDrop({ enabled, here, onFiles, onEntries }: DropOptions) {
  /** What files from outside are over. */
  const incoming = shallowRef<DropTarget>();
  /** The folder that what is dragged is over. */
  const over = ref<string | null>();
  const dragged = shallowRef<readonly Entry[]>([]);

  const bringsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

  function begin(event: DragEvent, entries: readonly Entry[]): void {
    if (!event.dataTransfer || !enabled()) return event.preventDefault();
    dragged.value = entries;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(TYPE, String(entries.length));
  }
  function end(): void {
    dragged.value = [];
    over.value = undefined;
  }

  /** A folder can't go into itself. */
  const takes = ({ id }: DropTarget): boolean =>
    dragged.value.length > 0 && dragged.value.every((entry) => entry.id !== id);

  /** Over a folder. */
  function enter(event: DragEvent, target: DropTarget): void {
    if (!event.dataTransfer || !enabled()) return;
    const fromOutside = bringsFiles(event);
    if (!fromOutside && !takes(target)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = fromOutside ? 'copy' : 'move';
    over.value = target.id;
    if (fromOutside) incoming.value = target;
  }
  function leave(target: DropTarget): void {
    if (over.value === target.id) over.value = undefined;
  }
  function drop(event: DragEvent, target: DropTarget): void {
    if (!event.dataTransfer || !enabled()) return;
    event.preventDefault();
    event.stopPropagation();
    const entries = dragged.value;
    const isFiles = bringsFiles(event);
    incoming.value = undefined;
    const isTaken = takes(target);
    end();
    if (isFiles) onFiles(event.dataTransfer, target);
    else if (isTaken) onEntries(entries, target);
  }

  /** Anywhere else on the page. Where nothing can be dropped, the browser must not open the file in place of the page. */
  function overPage(event: DragEvent): void {
    if (!event.dataTransfer || !bringsFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = enabled() ? 'copy' : 'none';
    over.value = undefined;
    if (enabled()) incoming.value = here();
  }
  function leavePage(event: DragEvent): void {
    if (event.relatedTarget === null) incoming.value = undefined;
  }
  function dropOnPage(event: DragEvent): void {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    drop(event, here());
  }
  function paste(event: ClipboardEvent): void {
    if (!enabled() || !event.clipboardData || event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles(event.clipboardData, here());
  }

  onMounted(() => {
    addEventListener('dragover', overPage);
    addEventListener('dragleave', leavePage);
    addEventListener('drop', dropOnPage);
    addEventListener('paste', paste);
  });
  onBeforeUnmount(() => {
    removeEventListener('dragover', overPage);
    removeEventListener('dragleave', leavePage);
    removeEventListener('drop', dropOnPage);
    removeEventListener('paste', paste);
  });

  /** Listeners of a folder. */
  const on = (target: DropTarget) => ({
    dragover: (event: DragEvent) => enter(event, target),
    dragleave: () => leave(target),
    drop: (event: DragEvent) => drop(event, target),
  });

  return { incoming, over, dragged, begin, end, on };
}
export type FileDrop = ReturnType<typeof useFileDrop>;

/** For the folders of the page, wherever they are shown. */
export const FILE_DROP: InjectionKey<FileDrop> = Symbol('file drop');
