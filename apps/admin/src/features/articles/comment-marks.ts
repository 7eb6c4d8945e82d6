import type { TextPlace } from '@sitedesk/contract/anchors';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Words that a thread is about. */
interface CommentMark {
  readonly thread: string;
  readonly place: TextPlace;
}

const KEY = new PluginKey<DecorationSet>('comments');

/**
 * Marks commented words in the text; they go along with what is typed. The document knows nothing of them.
 * @param open a click on such words
 */
export function markComments(
  editor: Editor,
  open: (thread: string) => void,
): { show(marks: readonly CommentMark[]): void; scrollTo(thread: string): void; end(): void } {
  const marked = '[data-thread]';
  editor.registerPlugin(
    new Plugin<DecorationSet>({
      key: KEY,
      state: {
        init: () => DecorationSet.empty,
        apply: (transaction, marks) =>
          (transaction.getMeta(KEY) as DecorationSet | undefined) ??
          marks.map(transaction.mapping, transaction.doc),
      },
      props: {
        decorations: (state) => KEY.getState(state),
        handleClick: (_view, _position, { target }) => {
          const thread = (target as Element | null)?.closest?.(marked)?.getAttribute('data-thread');
          if (thread) open(thread);
          return false;
        },
      },
    }),
  );
  return {
    show: (marks) => {
      const { doc, tr } = editor.state;
      editor.view.dispatch(tr.setMeta(KEY, DecorationSet.create(doc, decorate(doc, marks))));
    },
    scrollTo: (thread) =>
      editor.view.dom.querySelector(`[data-thread="${thread}"]`)?.scrollIntoView({ block: 'center' }),
    end: () => void (editor.isDestroyed || editor.unregisterPlugin(KEY)),
  };
}

function decorate(doc: Node, marks: readonly CommentMark[]): Decoration[] {
  const found: Decoration[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return;
    for (const { thread, place } of marks.filter((each) => each.place.block === node.attrs['id']))
      if (place.to <= node.content.size)
        found.push(
          Decoration.inline(position + 1 + place.from, position + 1 + place.to, {
            class: 'article-comment',
            'data-thread': thread,
          }),
        );
  });
  return found;
}

/** The words that are selected, when a comment can be about them: some of one block. */
export function selectedWords(editor: Editor): (TextPlace & { readonly quote: string }) | undefined {
  const { selection, doc } = editor.state;
  const { $from, $to, from, to, empty } = selection;
  const block: unknown = $from.parent.attrs['id'];
  if (empty || !$from.parent.isTextblock || !$from.sameParent($to) || typeof block !== 'string')
    return undefined;
  const quote = doc.textBetween(from, to, undefined, '\n');
  return { block, from: $from.parentOffset, to: $to.parentOffset, quote };
}
