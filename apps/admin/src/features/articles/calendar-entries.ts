import { localTimeOf } from '@sitedesk/contract/local-time';
import type { PlanState, PublicationPlan } from '@sitedesk/contract/publication-plans';
import type { RouteLocationRaw } from 'vue-router';
import { i18n } from '../../app/i18n';
import { translated } from '../../app/server-texts';
import { isOpenPlan, planText } from './plan-style';

/** A plan, or a release with all of its plans. */
export interface CalendarEntry {
  /** Id of the plan or release. */
  readonly key: string;
  /** Number of the plan's article; undefined for a release. */
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
  readonly state: PlanState;
  readonly to: RouteLocationRaw;
}

/** What happens, by the days of the site's clocks. */
export function entriesByDay(
  plans: readonly PublicationPlan[],
  zone: string,
): ReadonlyMap<string, readonly CalendarEntry[]> {
  const days = new Map<string, CalendarEntry[]>();
  for (const group of groups(plans)) {
    const [first] = group;
    if (!first) continue;
    const local = localTimeOf(new Date(first.at), zone);
    const day = local.slice(0, 10);
    const entry = first.release ? releaseEntry(first.release, group) : planEntry(first);
    days.set(day, [...(days.get(day) ?? []), { ...entry, at: first.at, day, time: local.slice(11) }]);
  }
  return days;
}

function groups(plans: readonly PublicationPlan[]): Iterable<readonly PublicationPlan[]> {
  const found = new Map<string, PublicationPlan[]>();
  for (const plan of plans) {
    if (plan.release && plan.state === 'cancelled') continue;
    const key = plan.release?.id ?? plan.id;
    found.set(key, [...(found.get(key) ?? []), plan]);
  }
  return found.values();
}

type Untimed = Omit<CalendarEntry, 'day' | 'time' | 'at'>;

const planEntry = (plan: PublicationPlan): Untimed => ({
  key: plan.id,
  plan: plan.number,
  isOpen: isOpenPlan(plan),
  title: plan.title,
  text: planText(plan),
  reason: reasonOf(plan),
  state: plan.state,
  to: { name: 'article', params: { number: plan.number }, query: { panel: 'plans' } },
});

const releaseEntry = (
  { id, title }: NonNullable<PublicationPlan['release']>,
  plans: readonly PublicationPlan[],
): Untimed => ({
  key: id,
  isOpen: plans.every(isOpenPlan),
  title,
  text: i18n.global.t('plans.releaseOf', { count: i18n.global.n(plans.length) }, plans.length),
  reason: plans.map(reasonOf).find((reason) => reason !== undefined),
  state: plans[0]?.state ?? 'waiting',
  to: { name: 'release', params: { id } },
});

const reasonOf = ({ error, errorCode }: PublicationPlan): string | undefined =>
  error === null ? undefined : translated(errorCode, error);
