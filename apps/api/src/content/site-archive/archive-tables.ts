/*
 * What an archive of a site has of each table of the content area. A table that isn't named here fails a test, so that nobody forgets
 * it: neither in an archive nor, with something secret, in the wrong hands.
 */

/** How a table's rows leave a site, and arrive at another. */
export interface ArchivedTable {
  readonly name: string;
  /** Unique within the site: rows leave in this order, so that those that others refer to come first. */
  readonly order: string;
  /** Columns that name people, who aren't in an archive: nobody. */
  readonly people?: readonly string[];
  /** Columns that have other values at the new site; `nobody` is a list of people without any. */
  readonly replaced?: Readonly<Record<string, 'new-id' | 'nobody' | null>>;
  /** Column with the row that it is in, which comes before it. */
  readonly parent?: string;
}

/** Those before come before. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  { name: 'author_profile', order: 'id', people: ['account_id'] },
  { name: 'folder', order: 'id', parent: 'parent_id' },
  // Triggers of files count again.
  { name: 'blob', order: 'hash', replaced: { files: null } },
  { name: 'file', order: 'id', people: ['created_by'] },
  { name: 'file_version', order: 'file_id, version', people: ['created_by'] },
  { name: 'page_template', order: 'id', people: ['changed_by'] },
  { name: 'page_template_version', order: 'template_id, version', people: ['author_id'] },
  { name: 'article_counter', order: 'tenant_id' },
  {
    name: 'article',
    // Blogs before their posts.
    order: 'stream_number NULLS FIRST, number',
    people: ['owner_id', 'trashed_by'],
    // Reviews and plans stay behind.
    replaced: { id: 'new-id', review: null, scheduled_at: null },
  },
  // Triggers of drafts find what they would add.
  { name: 'file_usage', order: 'file_id, number' },
  {
    name: 'article_draft',
    order: 'number',
    people: ['editor_id'],
    replaced: { last_operation: null, editors: 'nobody' },
  },
  { name: 'article_content', order: 'hash' },
  { name: 'article_version', order: 'number, version', people: ['author_id'] },
  { name: 'publication_body', order: 'hash' },
  { name: 'publication', order: 'id', people: ['by_id'] },
  { name: 'live_page', order: 'path' },
  { name: 'stream_state', order: 'stream_number' },
  { name: 'path_history', order: 'path' },
  { name: 'live_list', order: 'path' },
  { name: 'live_list_entry', order: 'number, path' },
  { name: 'redirect_rule', order: 'path', replaced: { id: 'new-id' } },
  { name: 'layout', order: 'id', people: ['changed_by'], replaced: { editors: 'nobody' } },
  { name: 'layout_version', order: 'layout_id, version', people: ['author_id'] },
  { name: 'layout_publication', order: 'sequence', people: ['by_id'] },
  { name: 'live_layout', order: 'tenant_id' },
  { name: 'layout_file', order: 'path' },
  { name: 'site_menu', order: 'tenant_id' },
];

/** Messages of visitors, which are in an archive by choice only. Neither a retry nor an undo leads to them at the new site. */
export const MESSAGES: ArchivedTable = {
  name: 'contact_submission',
  order: 'received_at, id',
  replaced: { idempotency_key: null, action_id: null, undelivered: null },
};

/** Worked out from what is in an archive. */
export const DERIVED_TABLES: readonly string[] = ['search_index', 'search_page', 'storage_total'];

/** In no archive, and why. */
export const PRIVATE_TABLES: Readonly<Record<string, string>> = {
  address_hit: 'counts of what visitors asked for',
  article_email: 'emails that are being sent',
  article_grant: 'is about people',
  article_review: 'is about people, and what they are asked',
  article_reviewer: 'as above',
  calendar_feed: 'lets those who have it see plans',
  comment: 'is people’s talk',
  comment_thread: 'as above',
  editing_session: 'who has a page open now',
  exported_file: 'is about a bucket that the new site doesn’t have',
  folder_export: 'is about a folder of this server',
  import_document: 'is of a source that the new site doesn’t have',
  import_key: 'opens the site that it is of',
  import_item: 'is under way, or a report on it',
  import_picture: 'as above',
  import_run: 'as above',
  planned_page: 'what a plan will publish',
  preview_link: 'lets those who have it see drafts',
  publication_job: 'is carried out with the permissions of a person',
  publication_release: 'as above',
  removed_blob: 'work of the server',
  site_archive: 'is about an archive',
  site_change: 'is when this site changed',
  site_export: 'is about a bucket that the new site doesn’t have',
  site_storage: 'is about a bucket that the new site doesn’t have',
  upload: 'is under way',
};
