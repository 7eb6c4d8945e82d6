import type { ArticleActivity } from '@sitedesk/contract/activity';
import { localTimeOf } from '@sitedesk/contract/local-time';
import type { PlanState, PublicationPlan } from '@sitedesk/contract/publication-plans';
import type { RouteLocationRaw } from 'vue-router';
import { i18n } from '../../app/i18n';
import { translated } from '../../app/server-texts';
import { activityIcon, activityLink } from '../../composables/activity-link';
import { actorName } from '../../composables/audit-sentence';
import { conflictText, isOpenPlan, PLAN_STYLES, planText } from './plan-style';

/** A plan, a release with all of its plans, or what someone published or withdrew at once. */
export interface CalendarEntry {
  /** Id of the plan, the release or the entry of the audit log. */
  readonly key: string;
  /** Number of the plan's article; undefined for others. */
  readonly plan?: number;
  /** Whether it can still be moved. */
  readonly isOpen: boolean;
  /** The instant. */
  readonly at: string;
  /** On the site's clocks, as in `2026-05-04`. */
  readonly day: string;
  /** On the site's clocks, as in `09:30`. */
  readonly time: string;
  readonly title: string;
  readonly text: string;
  /** Why it wasn't carried out. */
  readonly reason: string | undefined;
  /** Why it can't have been meant so. */
  readonly conflict: string | undefined;
  /** What has become of it. */
  readonly state: (typeof PLAN_STYLES)[PlanState] & { readonly label: string };
  readonly to: RouteLocationRaw;
}

/** What was and will be published and withdrawn. */
export interface Happening {
  readonly plans: readonly PublicationPlan[];
  /** What someone did at once. */
  readonly done: readonly ArticleActivity[];
  /** Whether filters leave some out, also of releases. */
  readonly isFiltered?: boolean;
}

/** What happens, by the days of the site's clocks. */
export function entriesByDay(
  { plans, done, isFiltered = false }: Happening,
  zone: string,
): ReadonlyMap<string, readonly CalendarEntry[]> {
  const days = new Map<string, CalendarEntry[]>();
  const entries = [...planEntries(plans, isFiltered), ...done.map(doneEntry)];
  for (const entry of entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const local = localTimeOf(new Date(entry.at), zone);
    const day = local.slice(0, 10);
    const known = days.get(day);
    const timed = { ...entry, day, time: local.slice(11) };
    if (known) known.push(timed);
    else days.set(day, [timed]);
  }
  return days;
}

const planEntries = (plans: readonly PublicationPlan[], isFiltered: boolean): readonly Untimed[] =>
  [...groups(plans)].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    if (!first.release) return [planEntry(first)];
    const text = isFiltered ? 'plans.partOfRelease' : 'plans.releaseOf';
    return [releaseEntry(first.release, first, group, text)];
  });

function groups(plans: readonly PublicationPlan[]): Iterable<readonly PublicationPlan[]> {
  const found = new Map<string, PublicationPlan[]>();
  for (const plan of plans) {
    if (plan.release && plan.state === 'cancelled') continue;
    const key = plan.release?.id ?? plan.id;
    found.set(key, [...(found.get(key) ?? []), plan]);
  }
  return found.values();
}

type Untimed = Omit<CalendarEntry, 'day' | 'time'>;

const stateOf = ({ state }: PublicationPlan): CalendarEntry['state'] => ({
  ...PLAN_STYLES[state],
  label: i18n.global.t(`plans.states.${state}`),
});

const planEntry = (plan: PublicationPlan): Untimed => ({
  key: plan.id,
  plan: plan.number,
  isOpen: isOpenPlan(plan),
  at: plan.at,
  title: plan.title,
  text: planText(plan),
  reason: reasonOf(plan),
  conflict: conflictText(plan),
  state: stateOf(plan),
  to: { name: 'article', params: { number: plan.number }, query: { panel: 'plans' } },
});

const releaseEntry = (
  { id, title }: NonNullable<PublicationPlan['release']>,
  first: PublicationPlan,
  plans: readonly PublicationPlan[],
  text: string,
): Untimed => ({
  key: id,
  isOpen: plans.every(isOpenPlan),
  at: first.at,
  title,
  text: i18n.global.t(text, { count: i18n.global.n(plans.length) }, plans.length),
  reason: plans.map(reasonOf).find((reason) => reason !== undefined),
  conflict: plans.map(conflictText).find((conflict) => conflict !== undefined),
  state: stateOf(first),
  to: { name: 'release', params: { id } },
});

const doneEntry = (line: ArticleActivity): Untimed => ({
  key: line.id,
  isOpen: false,
  at: line.at,
  title: line.article.title,
  text: i18n.global.t('plans.by', { name: actorName(line) }),
  reason: undefined,
  conflict: undefined,
  state: {
    tone: line.action === 'article.publish' ? 'success' : 'neutral',
    icon: activityIcon(line),
    label: i18n.global.t(`plans.happened.${line.action.replace('article.', '')}`),
  },
  to: activityLink(line),
});

const reasonOf = ({ error, errorCode }: PublicationPlan): string | undefined =>
  error === null ? undefined : translated(errorCode, error);
