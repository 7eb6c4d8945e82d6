import type { FolderSummary } from '@sitedesk/contract/files';
import { useQueries } from '@tanstack/vue-query';
import { computed, ref } from 'vue';
import { foldersIn } from './files.api';

/** A folder of the tree that is in sight. The top has no id. */
export interface TreeNode {
  readonly id: string | null;
  readonly name: string;
  readonly level: number;
  readonly parent: string | null | undefined;
  readonly isOpen: boolean;
  /** Unknown until it is opened. */
  readonly isEmpty: boolean;
}

/** The folders of the library, read where they are opened. @param topName what the top is called */
export function useFolderTree(topName: () => string) {
  const opened = ref<readonly (string | null)[]>([null]);
  const results = useQueries({
    queries: computed(() => opened.value.map((id) => foldersIn(id))),
  });
  const inside = computed(
    () =>
      new Map<string | null, readonly FolderSummary[] | undefined>(
        opened.value.map((id, index) => [id, results.value[index]?.data]),
      ),
  );
  const nodes = computed<readonly TreeNode[]>(() => {
    const all: TreeNode[] = [];
    function add(id: string | null, name: string, level: number, parent: string | null | undefined): void {
      const isOpen = opened.value.includes(id);
      const folders = inside.value.get(id);
      all.push({ id, name, level, parent, isOpen, isEmpty: folders?.length === 0 });
      if (isOpen) for (const each of folders ?? []) add(each.id, each.name, level + 1, id);
    }
    add(null, topName(), 1, undefined);
    return all;
  });

  const open = (ids: readonly (string | null)[]): void =>
    void (opened.value = [...new Set([...opened.value, ...ids])]);
  const close = (id: string | null): void => void (opened.value = opened.value.filter((each) => each !== id));
  return { nodes, open, close };
}
