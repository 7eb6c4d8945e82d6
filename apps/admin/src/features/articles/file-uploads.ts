import type { FileSummary } from '@sitedesk/contract/files';
import type { NodeName } from '@sitedesk/contract/documents';
import type { Editor, JSONContent } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { dropPoint } from '@tiptap/pm/transform';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { Slice, Fragment } from '@tiptap/pm/model';
import { computed, type ComputedRef, shallowReactive } from 'vue';
import { i18n } from '../../app/i18n';
import { fieldsOrWhole } from '../../composables/useTask';
import { endUpload, type ResumableUpload, uploadFile } from '../../composables/upload-file';

/** A file on its way into the text: its place is kept while people go on writing. */
interface TextUpload extends ResumableUpload {
  readonly key: string;
  readonly block: 'image' | 'file';
  readonly dom: HTMLElement;
  readonly bar: HTMLProgressElement;
  readonly abort: AbortController;
  /** Once it has become a file. */
  found?: FileSummary;
  status: 'queued' | 'running' | 'failed';
}

type Change = { readonly add: readonly TextUpload[]; readonly at: number } | { readonly remove: string };

const KEY = new PluginKey<DecorationSet>('uploads');

export interface TextUploads {
  readonly plugin: Plugin;
  /** Files that aren't in the text yet. */
  readonly pending: ComputedRef<number>;
  /** Of these, those that someone has to try again or to remove. */
  readonly failed: ComputedRef<number>;
  /** Puts placeholders into the text, and uploads the files one after the other. */
  add(view: EditorView, files: readonly File[], at: number): void;
  end(): void;
}

/**
 * Files that were dropped on the text or pasted. Until one is uploaded it is no part of the document, which is saved in the meantime: what
 * shows its place is a decoration.
 */
export function textUploads(editor: () => Editor | undefined): TextUploads {
  const { t } = i18n.global;
  const uploads = shallowReactive(new Map<string, TextUpload>());
  const statuses = shallowReactive(new Map<string, TextUpload['status']>());
  let isBusy = false;

  const plugin = new Plugin<DecorationSet>({
    key: KEY,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, before) => {
        const set = before.map(tr.mapping, tr.doc);
        const change = tr.getMeta(KEY) as Change | undefined; // only set below
        if (!change) return set;
        if ('remove' in change)
          return set.remove(set.find(undefined, undefined, (spec) => spec['key'] === change.remove));
        return set.add(
          tr.doc,
          change.add.map(({ key, dom }) =>
            Decoration.widget(change.at, dom, { key, side: 1, stopEvent: () => true }),
          ),
        );
      },
    },
    props: { decorations: (state) => KEY.getState(state) },
    view: () => ({
      // Anyone who deletes the text around a placeholder no longer wants it.
      update: ({ state }) => {
        for (const upload of uploads.values()) if (!placeOf(state, upload.key)) forget(upload);
      },
    }),
  });

  const say = (upload: TextUpload, status: TextUpload['status']): void => {
    upload.status = status;
    statuses.set(upload.key, status);
  };

  function forget(upload: TextUpload): void {
    uploads.delete(upload.key);
    statuses.delete(upload.key);
    upload.abort.abort();
    void endUpload(upload);
  }

  function remove(upload: TextUpload): void {
    forget(upload);
    const view = editor()?.view;
    view?.dispatch(view.state.tr.setMeta(KEY, { remove: upload.key } satisfies Change));
    view?.focus();
  }

  /** As it stands, with what can be done about it. */
  function show(upload: TextUpload, problem = ''): void {
    const { dom, file, status, bar } = upload;
    const [name, state] = [document.createElement('span'), document.createElement('span')];
    name.className = 'upload-name';
    name.textContent = file.name;
    if (status === 'failed') {
      state.className = 'upload-problem';
      state.setAttribute('role', 'alert');
      state.textContent = problem;
    } else state.append(bar);
    const buttons =
      status === 'failed'
        ? [button(t('errors.retry'), () => again(upload)), button(t('ui.remove'), () => remove(upload))]
        : [button(t('ui.cancel'), () => remove(upload))];
    dom.replaceChildren(name, state, ...buttons);
  }

  function again(upload: TextUpload): void {
    say(upload, 'queued');
    show(upload);
    void run();
  }

  /** One after the other, so that they stand in the text in the order they were dropped in. */
  async function run(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      for (;;) {
        const next = [...uploads.values()].find(({ status }) => status === 'queued');
        if (!next) return;
        await send(next);
      }
    } finally {
      isBusy = false;
    }
  }

  async function send(upload: TextUpload): Promise<void> {
    say(upload, 'running');
    show(upload);
    try {
      const progress = (part: number): void => void (upload.bar.value = part);
      upload.found ??= await uploadFile(upload, progress, upload.abort.signal);
      if (uploads.has(upload.key)) insert(upload, upload.found);
    } catch (problem) {
      if (!uploads.has(upload.key)) return; // removed in the meantime
      say(upload, 'failed');
      show(upload, problem instanceof NotWritable ? t('articles.readOnly') : fieldsOrWhole(problem));
    }
  }

  /** @throws NotWritable */
  function insert(upload: TextUpload, file: FileSummary): void {
    const view = editor()?.view;
    const place = view && placeOf(view.state, upload.key);
    if (!view || !place) return forget(upload);
    if (!view.editable) throw new NotWritable(); // someone else has the pen
    uploads.delete(upload.key);
    statuses.delete(upload.key);
    const node = view.state.schema.nodeFromJSON(blockOf(upload.block, file));
    view.dispatch(
      view.state.tr.insert(place.from, node).setMeta(KEY, { remove: upload.key } satisfies Change),
    );
  }

  return {
    plugin,
    pending: computed(() => uploads.size),
    failed: computed(() => [...statuses.values()].filter((status) => status === 'failed').length),
    add: (view, files, at) => {
      const added = files.map((file): TextUpload => {
        const block = /^image\/(?:jpeg|png|gif|webp|avif|svg\+xml)$/.test(file.type) ? 'image' : 'file';
        const dom = document.createElement('div');
        dom.className = 'upload';
        dom.contentEditable = 'false';
        const bar = document.createElement('progress');
        bar.value = 0;
        bar.setAttribute('aria-label', t('articles.uploading', { name: file.name }));
        return {
          key: crypto.randomUUID(),
          block,
          dom,
          bar,
          file,
          abort: new AbortController(),
          status: 'queued',
        };
      });
      const [first] = added;
      if (!first) return;
      for (const upload of added) {
        uploads.set(upload.key, upload);
        statuses.set(upload.key, 'queued');
        show(upload);
      }
      view.dispatch(
        view.state.tr.setMeta(KEY, { add: added, at: placeFor(view, first.block, at) } satisfies Change),
      );
      void run();
    },
    end: () => [...uploads.values()].forEach(forget),
  };
}

/** What was uploaded can't be put into the text at the moment. */
class NotWritable extends Error {}

const placeOf = (state: EditorState, key: string): Decoration | undefined =>
  KEY.getState(state)?.find(undefined, undefined, (spec) => spec['key'] === key)[0];

/** The nearest place between blocks that can hold one of this kind. */
function placeFor({ state: { doc, schema } }: EditorView, block: NodeName, at: number): number {
  const example = schema.nodeFromJSON({
    type: block,
    attrs: { file: '00000000-0000-7000-8000-000000000000' },
  });
  return dropPoint(doc, at, new Slice(Fragment.from(example), 0, 0)) ?? doc.content.size;
}

/** A block that shows a file, with what is said of it in the library. */
export const blockOf = (block: 'image' | 'file', file: FileSummary): JSONContent => ({
  type: block,
  attrs:
    block === 'image'
      ? { file: file.id, alt: file.alt, decorative: file.decorative, caption: file.caption }
      : { file: file.id },
});

function button(label: string, run: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.addEventListener('mousedown', (event) => event.preventDefault());
  element.addEventListener('click', run);
  return element;
}
