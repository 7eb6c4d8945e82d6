import type { PlanState, PublicationPlan } from '@sitedesk/contract/publication-plans';
import { i18n } from '../../app/i18n';

/** How the state of a plan looks; its words are below `plans.states`. */
export const PLAN_STYLES: Readonly<
  Record<
    PlanState,
    { readonly tone: 'info' | 'success' | 'error' | 'warning' | 'neutral'; readonly icon: string }
  >
> = {
  waiting: { tone: 'info', icon: 'i-lucide-calendar-clock' },
  done: { tone: 'success', icon: 'i-lucide-check' },
  failed: { tone: 'error', icon: 'i-lucide-circle-alert' },
  held: { tone: 'warning', icon: 'i-lucide-circle-pause' },
  cancelled: { tone: 'neutral', icon: 'i-lucide-ban' },
};

/** What a plan does, in a few words. */
export const planText = ({ version, answer }: Pick<PublicationPlan, 'version' | 'answer'>): string =>
  version === null
    ? i18n.global.t(`plans.withdrawTo.${answer ?? 404}`)
    : i18n.global.t('plans.publishVersion', { version: i18n.global.n(version) });

/** What speaks against a plan that waits; undefined where nothing does. */
export const conflictText = ({
  conflict,
  title,
}: Pick<PublicationPlan, 'conflict' | 'title'>): string | undefined =>
  conflict ? i18n.global.t(`plans.conflicts.${conflict}`, { title }) : undefined;

/** Whether it can still be changed. */
export const isOpenPlan = ({ state }: Pick<PublicationPlan, 'state'>): boolean =>
  state === 'waiting' || state === 'failed' || state === 'held';

/** Carried out so much later than promised that someone may have waited. */
export const isLatePlan = ({ at, endedAt, state }: PublicationPlan): boolean =>
  state === 'done' && endedAt !== null && Date.parse(endedAt) - Date.parse(at) > LATE_MS;
const LATE_MS = 60_000;
