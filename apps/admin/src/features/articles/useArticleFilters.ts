import { ARTICLE_STATUSES, type ArticleStatus } from '@sitedesk/contract/articles';
import type { ArticleFilterDto } from '@sitedesk/contract/articles.dto';
import { computed, type ComputedRef, type WritableComputedRef } from 'vue';
import { type LocationQueryRaw, useRoute, useRouter } from 'vue-router';
import { useSession } from '../../app/session';
import { useUrlState } from '../../composables/useUrlState';

/** Stands in the filters for "whatever it is". */
export const ANY = 'any';
/** Types that people make here, by their numbers. */
export const TYPES = ['0', '1', '2'] as const;

/** The owner who looks: a view that says so shows everyone their own. */
export const ME = 'me';

/** The tabs of the list, each by the filters that it stands for. Others can be set beside them. */
export const ARTICLE_TABS = {
  all: {},
  mine: { owner: ME },
  'needs-me': { needs: 'me' },
  scheduled: { status: 'scheduled' },
  live: { live: '1' },
  trash: { status: 'trashed' },
} as const satisfies Readonly<Record<string, ArticleFilterDto>>;
export type ArticleTab = keyof typeof ARTICLE_TABS;
const TABS = Object.keys(ARTICLE_TABS) as ArticleTab[]; // as typed

/** Which articles the list shows; it stands in the address, so a bookmark is a view of one's own. */
export interface ArticleFilters {
  readonly q: WritableComputedRef<string>;
  readonly status: WritableComputedRef<ArticleStatus | typeof ANY>;
  readonly type: WritableComputedRef<(typeof TYPES)[number] | typeof ANY>;
  readonly blog: WritableComputedRef<string>;
  readonly owner: WritableComputedRef<string>;
  readonly author: WritableComputedRef<string>;
  readonly tag: WritableComputedRef<string>;
  readonly template: WritableComputedRef<string>;
  readonly comments: WritableComputedRef<'open' | typeof ANY>;
  readonly tab: ComputedRef<ArticleTab>;
  /** What the URL says of a tab with the filters that are set. */
  readonly queryOfTab: (tab: ArticleTab) => LocationQueryRaw;
  /** As the server takes it. */
  readonly query: ComputedRef<ArticleFilterDto & Readonly<Record<string, string | undefined>>>;
  /** By more than the tab. */
  readonly isFiltered: ComputedRef<boolean>;
  clear(): void;
}

export function useArticleFilters(): ArticleFilters {
  const router = useRouter();
  const route = useRoute();
  const session = useSession();
  const q = useUrlState<string>('q', { fallback: '', how: 'replace' });
  const status = useUrlState<ArticleStatus | typeof ANY>('status', {
    fallback: ANY,
    allowed: [...ARTICLE_STATUSES, ANY],
  });
  const type = useUrlState<(typeof TYPES)[number] | typeof ANY>('type', {
    fallback: ANY,
    allowed: [...TYPES, ANY],
  });
  const blog = useUrlState<string>('blog', { fallback: ANY });
  const owner = useUrlState<string>('owner', { fallback: ANY });
  const author = useUrlState<string>('author', { fallback: ANY });
  const tag = useUrlState<string>('tag', { fallback: '' });
  const template = useUrlState<string>('template', { fallback: ANY });
  const comments = useUrlState<'open' | typeof ANY>('comments', { fallback: ANY, allowed: ['open', ANY] });
  const needs = useUrlState<'me' | typeof ANY>('needs', { fallback: ANY, allowed: ['me', ANY] });
  const live = useUrlState<'1' | ''>('live', { fallback: '', allowed: ['1', ''] });
  const me = computed(() => session.info?.account.id);
  const query = computed(() => ({
    q: q.value === '' ? undefined : q.value,
    status: status.value === ANY ? undefined : status.value,
    type: type.value === ANY ? undefined : type.value,
    blog: blog.value === ANY ? undefined : blog.value,
    owner: owner.value === ANY ? undefined : owner.value === ME ? me.value : owner.value,
    author: author.value === ANY ? undefined : author.value,
    tag: tag.value === '' ? undefined : tag.value,
    template: template.value === ANY ? undefined : template.value,
    comments: comments.value === ANY ? undefined : comments.value,
    needs: needs.value === ANY ? undefined : needs.value,
    live: live.value === '' ? undefined : live.value,
  }));
  const isOf = (tab: ArticleTab): boolean =>
    Object.entries(ARTICLE_TABS[tab]).every(([name, value]) => route.query[name] === value);
  const tab = computed(() => TABS.find((each) => each !== 'all' && isOf(each)) ?? 'all');
  /** A status was chosen among those of one tab; another may have none of it. */
  const queryOfTab = (chosen: ArticleTab): LocationQueryRaw => ({
    ...Object.fromEntries(
      Object.entries(route.query).filter(([name]) => name !== 'status' && !(name in ARTICLE_TABS[tab.value])),
    ),
    ...ARTICLE_TABS[chosen],
  });
  const isFiltered = computed(() => {
    const { length } = Object.values(query.value).filter((value) => value !== undefined);
    return length > Object.keys(ARTICLE_TABS[tab.value]).length;
  });
  const clear = (): void => void router.push({ query: { ...ARTICLE_TABS[tab.value] } });
  const filters = { q, status, type, blog, owner, author, tag, template, comments };
  return { ...filters, tab, queryOfTab, query, isFiltered, clear };
}
