import {
  type ArticleDocument,
  type DocumentNode,
  documentProblem,
  type NodeName,
  writableText,
} from '@sitedesk/contract/documents';
import { countWords } from '@sitedesk/contract/words';
import { Editor, Extension, type Extensions, getSchema, type JSONContent } from '@tiptap/core';
import { AllSelection, NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from '@tiptap/extensions';
import { onBeforeUnmount, onMounted, ref, type Ref, shallowRef, watch } from 'vue';
import { i18n } from '../../app/i18n';
import { BLOCK_FORMS } from './block-forms';
import { editorExtensions } from './editor-schema';
import { type TextUploads, textUploads } from './file-uploads';
import { cleanPaste } from './paste';
import { takeOver } from './take-over';

interface TextEditorOptions {
  readonly document: ArticleDocument;
  readonly host: Readonly<Ref<HTMLElement | null>>;
  readonly editable: Readonly<Ref<boolean>>;
  /** What the text is called. */
  readonly label: () => string;
  readonly changed: () => void;
  /** A key before the text has it. @returns whether it was taken */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly link: () => void;
  /** The form of the selected block is wanted. */
  readonly edit: (block: NodeName) => void;
  readonly comment: () => void;
  /** Something was pasted that would keep the page busy: it's asked how. */
  readonly large: (pasted: { readonly html: string; readonly text: string }) => void;
  /** Files were dropped or pasted. @returns whether they may be uploaded */
  readonly uploads: () => boolean;
  /** What the text may do beside what every text does. */
  readonly extensions?: Extensions;
  /** Pasted images that could not be taken over. */
  readonly dropped: (images: number) => void;
}

/** Characters of HTML that are pasted without asking; a fifth of a second for a slow computer. */
const LARGE_PASTE = 500_000;

/** The text of an article in the editor's library. The document is read from it when it is saved, and never written back. */
export function useTextEditor(options: TextEditorOptions) {
  const { t } = i18n.global;
  const extensions = editorExtensions(
    (name, attributes) => wordsOfBlock(name, attributes),
    (text) => t('articles.taskOf', { text }),
  );
  const uploads: TextUploads = textUploads(() => editor);
  const tick = ref(0);
  const isMounted = ref(false);
  const isKnown = isDocument(options.document, extensions);
  /** Whether the pointer gives the focus, as it does right after it is pressed: then the cursor goes where it points. */
  let isPointed = false;
  const editor = isKnown
    ? new Editor({
        element: null,
        injectCSS: false,
        enableContentCheck: true,
        content: options.document as JSONContent,
        editable: options.editable.value,
        extensions: [
          ...extensions,
          Extension.create({ name: 'uploads', addProseMirrorPlugins: () => [uploads.plugin] }),
          ...(options.extensions ?? []),
          UndoRedo,
          Gapcursor,
          Dropcursor.configure({ color: false, class: 'bg-primary' }),
          Placeholder.configure({
            includeChildren: true,
            placeholder: ({ node }) =>
              node.type.name === 'paragraph'
                ? t('articles.textPlaceholder')
                : node.type.name === 'detailsSummary'
                  ? t('articles.detailsPlaceholder')
                  : '',
          }),
        ],
        editorProps: {
          attributes: {
            class: 'article-text',
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-label': options.label(),
          },
          handleKeyDown: (view, event) => {
            followCursor(view);
            if (options.onKey(event)) return true;
            if (event.key === 'F2') {
              options.comment();
              return true;
            }
            if (event.key === 'Enter') return editSelected();
            if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'k')
              return false;
            options.link();
            return true;
          },
          handleDOMEvents: {
            // A key may come before the browser has told where the last one led: Backspace after Home joins paragraphs, which is ours to do.
            keydown: (view) => {
              if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
              return false;
            },
            mousedown: () => {
              isPointed = true;
              setTimeout(() => (isPointed = false));
              return false;
            },
            // When a dialog gives the focus back, the browser puts the cursor at the start. ProseMirror moves it 20 ms later, and a key
            // before that would write there.
            focus: (view) => {
              if (!isPointed) view.focus();
              return false;
            },
            // Before anything is read of it.
            paste: (view, event) => {
              const html = event.clipboardData?.getData('text/html') ?? '';
              if (!view.editable || html.length <= LARGE_PASTE) return false;
              event.preventDefault();
              options.large({ html, text: event.clipboardData?.getData('text/plain') ?? '' });
              return true;
            },
          },
          // Office programs add a picture of what they copy as text.
          handlePaste: (view, { clipboardData: data }) =>
            (data?.getData('text/html') === '' || data?.getData('text/plain') === '') &&
            receive(view, data, view.state.selection.head),
          handleDrop: (view, event, _slice, isMoved) => {
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            return !isMoved && receive(view, event.dataTransfer, at ?? view.state.doc.content.size);
          },
          handleDoubleClick: () => editSelected(),
          transformPastedHTML: (html) => {
            const { html: clean, images } = cleanPaste(html);
            if (images > 0) options.dropped(images);
            return clean;
          },
          transformPastedText: (text) => writableText(text.replaceAll('\r', '')),
        },
        onTransaction: () => void (tick.value += 1),
        onFocus: () => void (tick.value += 1),
        onBlur: () => void (tick.value += 1),
        onUpdate: options.changed,
      })
    : undefined;
  /** @returns whether there were files */
  function receive(view: EditorView, data: DataTransfer | null, at: number): boolean {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || !view.editable) return false;
    if (options.uploads()) uploads.add(view, files, at);
    return true;
  }
  /** @returns whether a block without text is selected that has a form */
  function editSelected(): boolean {
    const node = editor?.state.selection instanceof NodeSelection ? editor.state.selection.node : undefined;
    const name = node?.type.name as NodeName | undefined; // every block of the text is the contract's
    if (!editor?.isEditable || !node?.isAtom || !name || !BLOCK_FORMS[name]) return false;
    options.edit(name);
    return true;
  }
  const shown = shallowRef(editor);
  onMounted(() => {
    if (!editor || !options.host.value) return;
    editor.mount(options.host.value);
    isMounted.value = true;
  });
  onBeforeUnmount(() => {
    uploads.end();
    editor?.destroy();
  });
  watch(options.editable, (editable) => editor?.setEditable(editable, false));

  return {
    editor: shown.value,
    tick,
    isMounted,
    /** Files on their way into the text. */
    pendingUploads: uploads.pending,
    failedUploads: uploads.failed,
    /** What can be read of a text that this page does not know. */
    lines: editor ? [] : linesOf(options.document),
    document: (): ArticleDocument =>
      editor ? (writable(editor.getJSON() as DocumentNode) as ArticleDocument) : options.document,
    /** Takes over another text; what was typed here can still be undone. */
    replace: (document: ArticleDocument): void => {
      if (!editor) return;
      const next = editor.schema.nodeFromJSON(document);
      next.check();
      editor.view.dispatch(takeOver(editor.state, next).setMeta('addToHistory', false));
    },
    focus: (): void => void editor?.commands.focus('start'),
    /** Selects the words of the block with the cursor, unless some are selected. */
    selectWords: (): void => {
      const { $from, empty } = editor?.state.selection ?? {};
      if (empty && $from?.parent.isTextblock)
        editor?.commands.setTextSelection({ from: $from.start(), to: $from.end() });
    },
    countWords: (): number =>
      editor ? countWords(editor.state.doc.textBetween(0, editor.state.doc.content.size, '\n', ' ')) : 0,
    /** Leads to a block by its ID. */
    show: (id: string): void => {
      editor?.state.doc.descendants((node, position) => {
        if (node.attrs['id'] === id) editor.chain().setNodeSelection(position).focus().scrollIntoView().run();
      });
    },
    /** A click below the last block goes on writing there. */
    writeBelow: (event: MouseEvent): void => {
      if (!editor?.isEditable || event.target !== editor.view.dom) return;
      const last = editor.state.doc.lastChild;
      const bottom = editor.view.dom.lastElementChild?.getBoundingClientRect().bottom ?? 0;
      if (event.clientY < bottom || last?.type.name === 'paragraph') return;
      event.preventDefault();
      editor.chain().insertContentAt(editor.state.doc.content.size, { type: 'paragraph' }).focus('end').run();
    },
  };
}

/** Whether the whole of it can be edited here: nothing of a text may get lost on the way through the editor. */
function isDocument(document: ArticleDocument, extensions: ReturnType<typeof editorExtensions>): boolean {
  if (documentProblem(document)) return false;
  try {
    getSchema(extensions).nodeFromJSON(document).check();
    return true;
  } catch {
    return false;
  }
}

/** Characters of HTML that stand for the rest. */
const SHOWN_HTML = 80;

function wordsOfBlock(name: NodeName, attributes: Readonly<Record<string, unknown>>): string {
  const { label, title, stream, html } = attributes;
  const about =
    label ?? title ?? stream ?? (typeof html === 'string' ? html.slice(0, SHOWN_HTML) : undefined);
  const words = i18n.global.t(`articles.blocks.${name}`);
  return typeof about === 'string' ? `${words}: ${about}` : words;
}

/** Without what no text may have, such as control characters that came with an input method. */
function writable(node: DocumentNode): DocumentNode {
  if (node.text !== undefined) return { ...node, text: writableText(node.text) };
  if (!node.content) return node;
  return { ...node, content: node.content.map(writable).filter(({ text }) => text !== '') };
}

const linesOf = (node: DocumentNode): readonly string[] => {
  const children = Array.isArray(node.content) ? node.content : [];
  if (children.some(({ text }) => text !== undefined))
    return [children.map(({ text = '' }) => text).join('')];
  return children.flatMap(linesOf);
};

/**
 * Browsers say a moment later that a click or a key moved the cursor. On a busy page the next key comes first, and would replace or
 * delete what was selected before: after Ctrl+A that's the whole text.
 */
function followCursor(view: EditorView): void {
  const { selection, doc, tr } = view.state;
  if (selection instanceof TextSelection && selection.empty) return;
  const { anchorNode = null, anchorOffset = 0, isCollapsed } = getSelection() ?? {};
  if (!anchorNode || !isCollapsed || !view.dom.contains(anchorNode)) return;
  const at = view.posAtDOM(anchorNode, anchorOffset);
  // A block that is selected whole has it inside, and a gap between blocks where it is.
  const isText = selection instanceof TextSelection || selection instanceof AllSelection;
  if (isText || at < selection.from || at > selection.to)
    view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(at))));
}
