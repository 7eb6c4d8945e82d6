import { ARTICLE_LIMITS, type BulkArticleResult, type BulkArticles } from '@sitedesk/contract/articles';
import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { useNotify } from '../../app/notify';
import { articleRequests, ARTICLES } from './articles.api';
import { PLANS } from './plans.api';
import './messages-bulk';

/** What became of all articles, and what kept the rest from being sent. */
export interface BulkDone {
  readonly results: BulkArticleResult[];
  readonly undo: BulkArticles[];
  problem?: unknown;
}

/**
 * Sends an action on any number of articles, and undoes it.
 * @param titleOf what people call an article
 */
export function useBulkRequests(titleOf: (number: number) => string) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const notify = useNotify();
  /** How many were sent so far. */
  const sent = ref(0);

  /** One request takes so many; what the ones before have done stays when one fails. */
  async function send(requests: readonly BulkArticles[]): Promise<BulkDone> {
    const done: BulkDone = { results: [], undo: [] };
    sent.value = 0;
    try {
      for (const { numbers, drafts, ...request } of requests)
        for (let from = 0; from < numbers.length; from += ARTICLE_LIMITS.bulk) {
          const some = numbers.slice(from, from + ARTICLE_LIMITS.bulk);
          const known = drafts && { drafts: drafts.slice(from, from + ARTICLE_LIMITS.bulk) };
          const answer = await articleRequests.bulk({ ...request, numbers: some, ...known });
          done.results.push(...answer.results);
          // The last is undone first.
          done.undo.unshift(...answer.undo);
          sent.value += some.length;
        }
    } catch (problem) {
      if (done.results.length === 0) throw problem;
      done.problem = problem;
    }
    await Promise.all([ARTICLES, PLANS].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    return done;
  }
  async function undo(requests: readonly BulkArticles[]): Promise<void> {
    try {
      const { results, problem } = await send(requests);
      if (problem !== undefined) throw problem;
      const failed = results.filter(({ status }) => status === 'refused');
      if (failed.length === 0) notify.done(t('articleBulk.undone'));
      else notify.refused(t('articleBulk.notUndone'), failed.map(({ number }) => titleOf(number)).join(', '));
    } catch (problem) {
      notify.failed(problem);
    }
  }
  return { sent, send, undo };
}
