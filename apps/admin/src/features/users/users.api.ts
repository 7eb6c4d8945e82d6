import type { OwnSession } from '@sitedesk/contract/account';
import type {
  BulkUserAction,
  BulkUserAnswer,
  BulkUserPreview,
  EmailedLink,
  MatchingUsersBatch,
  MatchingUsersPreview,
  SavedUser,
  SentInvitation,
  UserDetails,
  UserSummary,
} from '@sitedesk/contract/users';
import type { TwoFactorResetDto } from '@sitedesk/contract/two-factor.dto';
import type {
  BulkUsersDto,
  CreateUserDto,
  MatchingUsersDto,
  PreviewMatchingUsersDto,
  SetUserRolesDto,
  UpdateUserDto,
  UserFilterDto,
} from '@sitedesk/contract/users.dto';
import { http, query } from '../../app/http';
import { findUsers } from '../../composables/people';
import type { ListFilters, ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

/** A user as the actions name it. */
export type NamedUser = Pick<UserSummary, 'id' | 'displayName'>;

/** What is sent, and with the version that it is based on. */
interface Based<Body> {
  readonly id: string;
  readonly etag: string | null;
  readonly body: Body;
}

export const userRequests = {
  read: (id: string) => http.read<UserDetails>(`/users/${id}`),
  create: (body: CreateUserDto) => http.post<SavedUser>('/users', body),
  update: ({ id, etag, body }: Based<UpdateUserDto>) =>
    http.patch<SavedUser>(`/users/${id}`, body, { ifMatch: etag }),
  setRoles: ({ id, etag, body }: Based<SetUserRolesDto>) =>
    http.put<UserDetails>(`/users/${id}/roles`, body, { ifMatch: etag }),
  invite: (id: string) => http.post<SentInvitation>(`/users/${id}/invitation`),
  askForConfirmation: (id: string) => http.post<EmailedLink>(`/users/${id}/confirmation`),
  resetPassword: (id: string) => http.post<EmailedLink>(`/users/${id}/password-reset`),
  confirmEmail: (id: string) => http.post<UserDetails>(`/users/${id}/confirm-email`),
  unconfirmEmail: (id: string) => http.post<UserDetails>(`/users/${id}/unconfirm-email`),
  resetSecondFactor: (id: string, body: TwoFactorResetDto): Promise<void> =>
    http.post(`/users/${id}/two-factor-reset`, body),
  sessions: (id: string) => http.get<ListPage<OwnSession>>(`/users/${id}/sessions`),
  endSession: (id: string, sessionId: string): Promise<void> =>
    http.delete(`/users/${id}/sessions/${sessionId}`),
  preview: (body: BulkUsersDto) => http.post<BulkUserPreview>('/users/bulk/preview', body),
  previewMatching: (body: PreviewMatchingUsersDto) =>
    http.post<MatchingUsersPreview>('/users/bulk/matching/preview', body),
  matching: (body: MatchingUsersDto) => http.post<MatchingUsersBatch>('/users/bulk/matching', body),
  bulk: (body: BulkUsersDto) => http.post<BulkUserAnswer>('/users/bulk', body),
};

/** Everyone who agrees with a filter: too many to be named one by one. */
export interface MatchingUsers {
  readonly filter: UserFilterDto;
  readonly total: number;
  /** False when there are more than that. */
  readonly exact: boolean;
}

/** Actions that need a role. */
export const needsRole = (action: BulkUserAction): boolean =>
  action === 'add-role' || action === 'remove-role';

/** Active users whose name begins so, for a select; `without` cannot be chosen. */
export const findActiveUsers = async (
  term: string,
  without: readonly string[] = [],
): Promise<readonly RemoteOption[]> =>
  (await findUsers(term, { status: 'active' })).filter(({ value }) => !without.includes(value));

/** The ids of those who agree with the filters, up to a number; `complete` says whether that is everyone. */
export async function everyMatching(
  filters: ListFilters,
  max: number,
): Promise<{ readonly users: readonly NamedUser[]; readonly complete: boolean }> {
  const users: NamedUser[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<UserSummary> = await http.get(`/users${query({ ...filters, limit: 200, cursor })}`);
    users.push(...page.items.map(({ id, displayName }) => ({ id, displayName })));
    cursor = page.nextCursor;
  } while (cursor !== null && users.length < max);
  return { users: users.slice(0, max), complete: cursor === null && users.length <= max };
}
