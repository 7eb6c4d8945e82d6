import type { ArticleDetails, ArticleStatus } from '@sitedesk/contract/articles';
import type { Ref } from 'vue';
import type { useTextEditor } from './useTextEditor';

/** The article in the editor, as the panels beside its text know it. */
export interface EditedArticle {
  /** As it was opened. */
  readonly article: ArticleDetails;
  readonly status: Readonly<Ref<ArticleStatus>>;
  readonly text: ReturnType<typeof useTextEditor>;
  /** Whether a comment is about to be written on the selected words. */
  readonly commenting: Ref<boolean>;
  /** Whether the person may change it, and it isn't in the trash. */
  readonly mayEdit: boolean;
  /**
   * Saves what is written.
   * @returns the entity tag of the draft
   * @throws whatever keeps it from being saved
   */
  save(): Promise<string | null>;
  /** Reads again whether and where it is live, and what is planned. */
  refresh(): Promise<void>;
  /** Opens it again as the server has it now; what isn't saved is lost. */
  reload(): void;
  /** Leads to a block of the text by its ID. */
  show(block: string): void;
  /** Which dialog of the review is open. */
  readonly reviewing: Ref<'submit' | 'withdraw' | 'approve' | 'request' | undefined>;
}
