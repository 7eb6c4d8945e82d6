import { ADDRESS_TAKEN, type ArticleDetails, type SavedDraft } from '@sitedesk/contract/articles';
import { useQueryClient } from '@tanstack/vue-query';
import { useOnline } from '@vueuse/core';
import { computed, nextTick, onBeforeUnmount, reactive, ref, toRaw, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { onBeforeRouteLeave, useRouter } from 'vue-router';
import { markDirty } from '../../app/dirty';
import type { Answer } from '../../app/http';
import { useNotify } from '../../app/notify';
import type { Problem } from '../../app/problem';
import { useSession } from '../../app/session';
import { useTask } from '../../composables/useTask';
import { articleRequests, ARTICLES } from './articles.api';
import { copyArticle } from './copy-article';
import { type DraftContent, draftSaver } from './draft-saver';
import { REVIEWS } from './reviews.api';
import { fieldsOf, typedOf, type TypedFields } from './typed-fields';
import { useDraftMerge } from './useDraftMerge';
import type { useKeptDraft } from './useKeptDraft';
import type { Presence } from './usePresence';
import type { useTextEditor } from './useTextEditor';

interface SavingOptions {
  /** The article as it was opened. */
  readonly answer: Answer<ArticleDetails>;
  readonly device: ReturnType<typeof useKeptDraft>;
  /** The text is made with what is told here that it has changed, so it comes later. */
  readonly text: () => Pick<ReturnType<typeof useTextEditor>, 'document' | 'replace'>;
  readonly presence: Presence;
  readonly done: (saved: SavedDraft) => void;
}

/**
 * Fields and text of an article while they are written: saved, kept on the device where they can't be, and merged with what others
 * save.
 */
export function useSaving({ answer, device, text, presence, done }: SavingOptions) {
  const { t } = useI18n();
  const router = useRouter();
  const queries = useQueryClient();
  const notify = useNotify();
  const session = useSession();
  const article = answer.body;
  const { kept } = device;

  const fields = reactive(typedOf(article.fields));
  let savedFields = article.fields;
  let sentFields = article.fields;
  /** What the server refuses; everything else is saved all the same. */
  const refused = ref<Readonly<Record<string, string>>>({});
  const isRefused = computed(() => Object.keys(refused.value).length > 0);
  const proposals = ref<readonly string[]>([]);

  const content = (): DraftContent => {
    const written = fieldsOf(fields);
    const held = Object.keys(refused.value).filter((name) => name in savedFields);
    return {
      fields: {
        ...written,
        ...Object.fromEntries(held.map((name) => [name, savedFields[name as keyof typeof written]])),
      },
      document: text().document(),
    };
  };
  const saver = draftSaver({
    base: {
      etag: answer.etag,
      content: { fields: toRaw(article.fields), document: toRaw(article.document) },
    }, // kept on the device
    savedAt: article.savedAt,
    content,
    send: (body, etag) => {
      sentFields = fieldsOf(typedOf(body.fields));
      return articleRequests.save(article.number, etag, body);
    },
    keep: device.keep,
    forget: () => void device.forget(),
    done: (saved) => {
      savedFields = sentFields;
      done(saved);
      void queries.invalidateQueries({ queryKey: [ARTICLES, 'list'] });
      void queries.invalidateQueries({ queryKey: [REVIEWS, article.number] }); // it counts the changes since
    },
    refused: noteRefused,
    merge: (base) => drafts.merge(base),
  });
  const drafts = useDraftMerge({
    read: () => articleRequests.read(article.number),
    content,
    apply,
    merged: (by) => {
      const isOwn = by?.id === session.info?.account.id;
      const name = by?.displayName ?? t('articles.someone');
      notify.done(isOwn ? t('articles.mergedOwn') : t('articles.merged', { name }));
    },
  });
  const { conflict, isDeciding } = drafts;
  let isCatchingUp = false;
  /** Something is typed here, and not only shown as others have saved it. */
  function typedHere(): void {
    if (isCatchingUp) return;
    saver.changed();
    presence.write();
  }
  /** Shows what others have saved, with what is written here and isn't saved yet. */
  async function catchUp(): Promise<void> {
    isCatchingUp = saver.state.value === 'saved';
    try {
      const merged = await drafts.merge(saver.base());
      await nextTick();
      if (merged) {
        if (isCatchingUp) savedFields = merged.content.fields;
        saver.basedOn(merged);
      }
    } finally {
      isCatchingUp = false;
    }
  }
  /** Puts what was merged here; what is typed into a field that the server refuses stays. */
  function apply(merged: DraftContent): void {
    const before = content().fields;
    const next = typedOf(merged.fields);
    const changed = (Object.keys(next) as (keyof TypedFields)[]).filter(
      (name) => JSON.stringify(merged.fields[name]) !== JSON.stringify(before[name]),
    );
    Object.assign(fields, Object.fromEntries(changed.map((name) => [name, next[name]])));
    if (!next.template) delete fields.template;
    text().replace(merged.document);
  }
  /** Merges once more, with what was saved and typed since; what can't be merged is shown. */
  const deciding = useTask();
  const decide = (): Promise<boolean> =>
    deciding.run(async () => {
      const merged = await drafts.merge(saver.base());
      if (merged) saver.basedOn(merged);
      else isDeciding.value = true;
    });
  function decided(result: DraftContent): void {
    if (!conflict.value) return;
    apply(result);
    saver.basedOn(conflict.value.newest);
  }
  const { state, savedAt, isKept, problem } = saver;

  /** A refused field keeps what is typed, and the rest is saved without it. */
  function noteRefused(reason: Problem): void {
    const named = reason.fields.map(({ field, message }) => [
      field.replace(/^fields\.(\w+).*$/, '$1'),
      message,
    ]);
    const all: readonly (readonly (string | undefined)[])[] =
      reason.code === ADDRESS_TAKEN ? [['slug', reason.message]] : named;
    const found = all.filter(([name]) => name !== undefined && name in fields && !(name in refused.value));
    if (found.length === 0) return;
    refused.value = { ...refused.value, ...(Object.fromEntries(found) as Record<string, string>) };
    const free = reason.members['proposals'];
    proposals.value = Array.isArray(free) ? free.map(String) : [];
    saver.changed();
  }

  watch(
    () => ({ ...fields }),
    (now, before) => {
      const changed = (Object.keys(now) as (keyof TypedFields)[]).filter(
        (name) => now[name] !== before[name],
      );
      refused.value = Object.fromEntries(
        Object.entries(refused.value).filter(([name]) => !changed.some((other) => other === name)),
      );
      if (changed.includes('slug')) proposals.value = [];
      typedHere();
    },
  );

  const isDirty = computed(() => state.value !== 'saved' || isRefused.value);
  const dirtyKey = Symbol('article');
  watch(isDirty, (dirty) => markDirty(dirtyKey, dirty), { flush: 'sync' });
  onBeforeUnmount(() => {
    markDirty(dirtyKey, false);
    saver.stop();
  });
  /** Milliseconds that leaving waits for the last words to be saved. */
  const LEAVE_WAIT = 3_000;
  onBeforeRouteLeave(async () => {
    if (state.value !== 'saving') return;
    await Promise.race([saver.flush(), new Promise((resolve) => setTimeout(resolve, LEAVE_WAIT))]);
  });
  watch(useOnline(), (online) => void (online && saver.retry()));

  function restore(): void {
    const found = kept.value;
    if (!found) return;
    kept.value = undefined;
    saver.basedOn(found.base); // what someone has saved since is merged
    Object.assign(fields, typedOf(found.content.fields));
    text().replace(found.content.document);
    saver.changed();
  }
  async function discardKept(): Promise<void> {
    await device.forget();
    kept.value = undefined;
  }

  const copying = useTask();
  /** Saves what is written here as another article, and opens that. */
  const keepAsCopy = (): Promise<boolean> =>
    copying.run(async () => {
      const number = await copyArticle(article, content());
      await device.forget();
      markDirty(dirtyKey, false);
      await queries.invalidateQueries({ queryKey: [ARTICLES, 'list'] });
      await router.push({ name: 'article', params: { number } });
    });

  /** Saves now. @returns the entity tag of the draft */
  async function save(): Promise<string | null> {
    if (!(await saver.flush())) throw problem.value ?? new Error('not saved');
    return saver.etag();
  }

  return {
    fields,
    refused,
    isRefused,
    proposals,
    /** Something is typed here. */
    typedHere,
    catchUp,
    save,
    flush: saver.flush,
    state,
    savedAt,
    isKept,
    problem,
    conflict,
    isDeciding,
    deciding,
    decide,
    decided,
    restore,
    discardKept,
    copying,
    keepAsCopy,
  };
}
