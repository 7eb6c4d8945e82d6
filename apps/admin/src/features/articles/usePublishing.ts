import type { ArticleDetails, Published } from '@sitedesk/contract/articles';
import type { WithdrawArticleDto } from '@sitedesk/contract/articles.dto';
import type { PublicationPlan } from '@sitedesk/contract/publication-plans';
import { useQueryClient } from '@tanstack/vue-query';
import { useThrottleFn } from '@vueuse/core';
import { computed, reactive, type Ref, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { useLive } from '../../app/live';
import { useNotify } from '../../app/notify';
import { useLiveUrl } from '../../composables/live-url';
import { useTime } from '../../composables/useTime';
import { articleRequests, ARTICLES, VERSIONS } from './articles.api';
import { planRequests, PLANS } from './plans.api';

/** Events about articles don't say which: that's how often one looks at most. */
const LOOK_MS = 2_000;

interface PublishingOptions {
  /** As it was opened. */
  readonly article: ArticleDetails;
  readonly title: () => string;
  /** Whether the server refuses something that is typed. */
  readonly isRefused: Readonly<Ref<boolean>>;
  /** Why files keep it from being published; undefined when they don't. */
  readonly waiting: () => string | undefined;
  /** @returns the entity tag of the draft */
  readonly save: () => Promise<string | null>;
}

/** How an article stands for visitors, and what changes that: publishing, withdrawing, planning. */
export function usePublishing({ article, title, isRefused, waiting, save }: PublishingOptions) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const notify = useNotify();
  const time = useTime();
  const status = ref(article.status);
  const path = ref(article.path);
  const liveVersion = ref(article.liveVersion);
  const livePath = ref(article.livePath);
  const urlOf = useLiveUrl();
  const liveUrl = computed(() => urlOf(livePath.value));
  const isLive = computed(() => liveVersion.value !== null);

  const whyNot = computed(() => {
    if (!article.may.publish) return t('articles.noPublish');
    if (article.status === 'trashed') return t('articles.reasons.trashed');
    if (status.value === 'live') return t('articles.nothingToPublish');
    return isRefused.value ? t('articles.fixFirst') : waiting();
  });
  const mayPublish = computed(() => whyNot.value === undefined);

  /** Which dialog is open. One comes with its words when it is opened first, and is there from then on. */
  const dialogs = reactive({ publish: false, withdraw: false, preview: false });
  const opened = reactive({ ...dialogs });
  watch(dialogs, (now) => {
    opened.publish ||= now.publish;
    opened.withdraw ||= now.withdraw;
    opened.preview ||= now.preview;
  });

  /** Reads again what others and the clock change, everything but the text; without a connection, the next save does. */
  async function refresh(): Promise<void> {
    const answered = await articleRequests.read(article.number).catch(() => undefined);
    if (answered) {
      status.value = answered.body.status;
      path.value = answered.body.path;
      liveVersion.value = answered.body.liveVersion;
      livePath.value = answered.body.livePath;
    }
    void queries.invalidateQueries({ queryKey: [VERSIONS] });
    await queries.invalidateQueries({ queryKey: [ARTICLES, 'list'] });
  }

  const refreshSometimes = useThrottleFn(refresh, LOOK_MS, true);
  useLive('article.activity', () => void refreshSometimes());

  const publish = async (): Promise<Published> => articleRequests.publish(article.number, await save());
  async function published({ version, path: at }: Published): Promise<void> {
    liveVersion.value = version;
    path.value = at;
    status.value = 'live';
    notify.done(t('articles.published', { path: at }), { undo: () => undo(version), link: urlOf(at) });
    await refresh();
  }
  async function undo(version: number): Promise<void> {
    try {
      await planRequests.undo(article.number, { version });
      notify.done(t('plans.undone'));
    } catch (failure) {
      notify.failed(failure);
    }
    await refresh();
  }
  async function scheduled({ at, release }: PublicationPlan): Promise<void> {
    notify.done(
      release
        ? t('plans.added', { release: release.title })
        : t('plans.scheduled', { time: time.value.short(at) }),
    );
    await refresh();
  }
  async function withdraw(how: WithdrawArticleDto, at: string | undefined): Promise<void> {
    if (at === undefined) {
      await articleRequests.withdraw(article.number, how);
      liveVersion.value = null;
      livePath.value = null;
      status.value = 'withdrawn';
      notify.done(t('articles.withdrawn', { title: title() }));
      await refresh();
    } else await scheduled(await planRequests.create(article.number, { action: 'withdraw', ...how, at }));
    await queries.invalidateQueries({ queryKey: [PLANS] });
  }

  return {
    status,
    path,
    isLive,
    liveUrl,
    mayPublish,
    whyNot,
    dialogs,
    opened,
    refresh,
    publish,
    published,
    scheduled,
    withdraw,
  };
}
