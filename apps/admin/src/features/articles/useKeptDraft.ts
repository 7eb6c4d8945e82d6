import type { ArticleDetails } from '@sitedesk/contract/articles';
import { isSame } from '@sitedesk/contract/merge';
import { ref } from 'vue';
import { forgetOnDevice, keepOnDevice, keptOnDevice } from '../../app/device-journal';
import { useSession } from '../../app/session';
import type { DraftContent, SavedBase } from './draft-saver';
import { fieldsOf, typedOf } from './typed-fields';

/** What this device has, and the server has not. */
interface KeptDraft {
  readonly base: SavedBase;
  readonly at: string;
  readonly content: DraftContent;
}

/**
 * What of an article was typed on this device and never saved.
 * @param isOffered whether it is looked for: nobody else may change it
 */
export function useKeptDraft(article: ArticleDetails, isOffered: boolean) {
  const session = useSession();
  const key = [session.info?.tenant.id, session.info?.account.id, article.number].join(':');
  /** What was found. */
  const kept = ref<KeptDraft>();
  /** Whether it was looked for. */
  const isKnown = ref(false);
  const forget = (): Promise<void> => forgetOnDevice(key);

  async function find(): Promise<void> {
    const found = (await keptOnDevice(key)) as KeptDraft | undefined; // only this page writes there
    if (found && isOffered) {
      // As when the tab ended right after a save.
      const isSaved =
        isSame(found.content.fields, fieldsOf(typedOf(article.fields))) &&
        isSame(found.content.document, article.document);
      if (isSaved) await forget();
      else kept.value = found;
    }
    isKnown.value = true;
  }
  void find();

  return {
    kept,
    isKnown,
    /** @returns whether the device keeps it */
    keep: (content: DraftContent, base: SavedBase): Promise<boolean> =>
      keepOnDevice(key, { base, at: new Date().toISOString(), content } satisfies KeptDraft),
    forget,
  };
}
