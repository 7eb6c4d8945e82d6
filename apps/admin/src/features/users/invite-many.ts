import type { SentInvitation, UserSummary } from '@sitedesk/contract/users';
import { http, query } from '../../app/http';
import { NotConfirmed, Problem } from '../../app/problem';
import { isPassing } from '../../composables/useAutoRetry';
import type { ListPage } from '../../composables/usePagedList';
import { fieldsOrWhole } from '../../composables/useTask';
import type { Invitee } from './invitation-list';
import { userRequests } from './users.api';

/** What became of one address: one of these. */
export interface Invited {
  readonly person: Invitee;
  readonly sent?: SentInvitation;
  /** Who has the address already. */
  readonly known?: UserSummary;
  readonly problem?: string;
}

/** Invites one after the other, and says of each what became of it. */
export async function inviteMany(
  people: readonly Invitee[],
  roles: readonly string[],
  report: (result: Invited) => void,
): Promise<void> {
  /** What holds up the rest too: no connection, or nobody who confirms who they are. */
  let obstacle: string | undefined;
  for (const person of people) {
    try {
      report(obstacle === undefined ? await inviteOne(person, roles) : { person, problem: obstacle });
    } catch (problem) {
      const words = fieldsOrWhole(problem);
      if (isPassing(problem) || problem instanceof NotConfirmed) obstacle = words;
      report({ person, problem: words });
    }
  }
}

/** Who has the address already is named. @throws Problem */
export async function inviteOne(person: Invitee, roles: readonly string[]): Promise<Invited> {
  try {
    const { invitation } = await userRequests.create({ ...person, roles });
    return invitation ? { person, sent: invitation } : { person };
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 409) throw problem;
    const { items } = await http.get<ListPage<UserSummary>>(`/users${query({ q: person.email })}`);
    const known = items.find(({ email }) => email.toLowerCase() === person.email.toLowerCase());
    if (!known) throw problem;
    return { person, known };
  }
}
