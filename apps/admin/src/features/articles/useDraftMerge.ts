import type { ArticleDetails, ArticleFields } from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import { isSame, mergeDocuments, type MergeConflict, mergeFields } from '@sitedesk/contract/merge';
import { ref, shallowRef } from 'vue';
import type { Answer } from '../../app/http';
import type { DraftContent, SavedBase } from './draft-saver';

/** What two people wrote that can't both stand, and what the rest of it is merged to. */
export interface DraftConflict {
  readonly base: DraftContent;
  readonly ours: DraftContent;
  readonly theirs: DraftContent;
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
  readonly fieldNames: readonly (keyof ArticleFields)[];
  readonly blocks: readonly MergeConflict[];
  readonly savedBy: ArticleDetails['savedBy'];
  /** What the server has. */
  readonly newest: SavedBase;
}

interface MergeOptions {
  readonly read: () => Promise<Answer<ArticleDetails>>;
  readonly content: () => DraftContent;
  /** Puts what was merged in the place of what is written. */
  readonly apply: (content: DraftContent) => void;
  readonly merged: (by: ArticleDetails['savedBy']) => void;
}

/** Brings what is written here together with what someone else has saved since. */
export function useDraftMerge({ read, content, apply, merged }: MergeOptions) {
  const conflict = shallowRef<DraftConflict>();
  const isDeciding = ref(false);

  /** @returns what to save upon; undefined when a person has to decide */
  async function merge({ content: base, sent }: SavedBase): Promise<SavedBase | undefined> {
    const { body, etag } = await read();
    const theirs = { fields: body.fields, document: body.document };
    const ours = content();
    // Our own save, whose answer never arrived.
    const common = sent && isSame(sent, theirs) ? theirs : base;
    const fields = mergeFields(common.fields, ours.fields, theirs.fields);
    const text = mergeDocuments(common.document, ours.document, theirs.document);
    const newest = { etag, content: theirs };
    if (fields.conflicts.length === 0 && text.conflicts.length === 0) {
      apply({ fields: fields.fields, document: text.document });
      conflict.value = undefined;
      if (common !== theirs && !isSame(common, theirs)) merged(body.savedBy);
      return newest;
    }
    conflict.value = {
      base: common,
      ours,
      theirs,
      fields: fields.fields,
      document: text.document,
      fieldNames: fields.conflicts,
      blocks: text.conflicts,
      savedBy: body.savedBy,
      newest,
    };
    return undefined;
  }
  return { conflict, isDeciding, merge };
}
