import type { PlanAction, PlanState } from '@sitedesk/contract/publication-plans';
import type { FeedTexts } from './feed-texts.js';
import type { CalendarEvent } from './ics.js';

/** Something that happens to an article at a time. */
export interface FeedPlan {
  readonly id: string;
  readonly number: number;
  readonly action: PlanAction;
  readonly state: PlanState;
  readonly due_at: Date;
  readonly release_id: string | null;
  readonly title: string;
  readonly path: string;
  readonly release_title: string | null;
  readonly changed_at: Date;
}

/** Where events lead to; undefined where the URL of the administration isn't known. */
interface Links {
  readonly article: (number: number) => string | undefined;
  readonly release: (id: string) => string | undefined;
}

const STATUS: Readonly<Record<PlanState, CalendarEvent['status']>> = {
  waiting: 'CONFIRMED',
  done: 'CONFIRMED',
  failed: 'TENTATIVE',
  held: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

/** What a calendar shows: a plan, or a release with all that is in it. What was taken out of a release is no part of it. */
export function feedEvents(
  plans: readonly FeedPlan[],
  texts: FeedTexts,
  links: Links,
): readonly CalendarEvent[] {
  const groups = new Map<string, FeedPlan[]>();
  for (const plan of plans) {
    if (plan.release_id !== null && plan.state === 'cancelled') continue;
    const uid = plan.release_id ?? plan.id;
    const group = groups.get(uid);
    if (group) group.push(plan);
    else groups.set(uid, [plan]);
  }
  return [...groups].flatMap(([uid, group]) => {
    const [plan] = group;
    if (!plan) return [];
    const { state, due_at: at, release_title: release } = plan;
    const words = release === null ? texts.actions[plan.action](plan.title) : texts.release(release);
    const isUsual = state === 'waiting' || state === 'done';
    return [
      {
        uid,
        at,
        changedAt: new Date(Math.max(...group.map(({ changed_at }) => changed_at.getTime()))),
        summary: isUsual ? words : `${texts.states[state]}: ${words}`,
        description: [
          texts.states[state],
          ...(release === null ? [plan.path] : group.map(({ title, path }) => `${title} (${path})`)),
        ].join('\n'),
        url: release === null ? links.article(plan.number) : links.release(uid),
        status: STATUS[state],
      },
    ];
  });
}
