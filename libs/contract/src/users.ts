import { type MessageCode, messages } from './messages.js';
import type { EmailDelivery, OwnSession } from './account.js';
import type { Permission } from './permissions.js';

/** Numbers of the users' list and its bulk actions; the search in characters. */
export const USER_LIMITS = {
  search: { min: 1, max: 254 },
  /** People that a preview names one by one; of the others only that there are more. */
  previewPeople: 200,
  /** Those who agree with a filter are counted up to here. */
  counted: 100_000,
  /** How many of them one request treats; the page asks again until nobody is left. */
  batch: 100,
  /** Refusals that the answer names one by one. */
  namedRefusals: 20,
} as const;

/** `invited`: no password yet; `disabled`: kept, but cannot sign in. */
export const USER_STATUSES = ['active', 'invited', 'disabled'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const USER_SORTS = ['createdAt', 'displayName', 'lastSignInAt'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** What can be done to many users at once. */
export const BULK_USER_ACTIONS = [
  'disable',
  'enable',
  'delete',
  'add-role',
  'remove-role',
  'end-sessions',
] as const;
export type BulkUserAction = (typeof BULK_USER_ACTIONS)[number];

/** Why something cannot be done to a user. */
export const USER_TEXTS = messages('users', {
  unknown: 'This user doesn’t exist.',
  yourself: 'This is your own account. Use your account page instead.',
  ownEmail: 'Change your own address on your account page, where you confirm it first.',
  lastAdministrator:
    'This is the only administrator who can sign in. Assign the Administrator role to someone else first.',
  alreadyJoined: 'This user has already accepted the invitation.',
  notJoined: 'This user hasn’t accepted the invitation yet. Resend the invitation instead.',
  alreadyConfirmed: 'This user’s email address is already confirmed.',
  disabled: 'This user is disabled. Enable them first.',
  noPassword: 'This user signs in without a password.',
  inheritorNeeded: 'Choose who gets the content this user owns.',
  inheritorUnknown: 'This isn’t an active user.',
  inheritorDeleted: 'Choose someone who isn’t being deleted too.',
  roleUnknown: 'This role doesn’t exist.',
  roleReserved: 'This role is reserved and can’t be assigned.',
  tooManyRoles: 'This user has too many roles.',
  permissionsMissing: 'This requires permissions that you don’t have yourself.',
});

/** A role by the name of a built-in one, or by the ID of a custom one. */
interface RoleName {
  readonly id: string;
  readonly name: string;
}

/** A role of a user, and where it comes from. */
export interface UserRole extends RoleName {
  /** Whether someone gave it; only such roles can be taken away here. */
  readonly givenByHand: boolean;
  /** Identity providers whose groups give it. */
  readonly mappedBy: readonly string[];
}

/** A user in a list. */
export interface UserSummary {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly status: UserStatus;
  readonly emailConfirmed: boolean;
  readonly twoFactor: boolean;
  /** Whether the password is refused after too many wrong ones, until it is reset. */
  readonly locked: boolean;
  readonly roles: readonly UserRole[];
  /** ISO 8601 instants in UTC. */
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
}

/** `GET /editor/users/:id`. */
export interface UserDetails extends UserSummary {
  /** All that the roles allow together. */
  readonly permissions: readonly Permission[];
  readonly hasPassword: boolean;
  readonly emailConfirmedAt: string | null;
  readonly passwordChangedAt: string | null;
  /** Sign-ins that are open now. */
  readonly sessions: number;
  /** Who created the account; null when nobody of this site did, or the one who did is gone. */
  readonly createdBy: { readonly id: string; readonly displayName: string } | null;
  /** The version for `If-Match`, as in the `ETag` header. */
  readonly version: number;
}

/** One sign-in of anyone, as `GET /editor/sessions` lists it, the newest first. */
export interface LiveSession extends OwnSession {
  readonly user: { readonly id: string; readonly displayName: string };
}

/** What became of a link that was emailed; only the person who gets the email knows the link. */
export interface EmailedLink {
  readonly expiresAt: string;
  readonly delivery: EmailDelivery;
}

/** The same for an invitation, with the link to copy. */
export interface SentInvitation extends EmailedLink {
  readonly link: string;
}

/** Answer of `POST /editor/users` and `PATCH /editor/users/:id`: the user, and the links that were sent. */
export interface SavedUser {
  readonly user: UserDetails;
  /** Null when no invitation was due. */
  readonly invitation: SentInvitation | null;
  /** Null when the address did not have to be confirmed. */
  readonly confirmation: EmailedLink | null;
}

/** What became of one of the users of a bulk action. */
export interface BulkUserResult {
  readonly id: string;
  readonly status: 'done' | 'refused';
  /** Why it was refused, for people to read. */
  readonly reason: string | null;
  readonly reasonCode: MessageCode | null;
}

/** Answer of `POST /editor/users/bulk`, in the order of the request. */
export interface BulkUserAnswer {
  readonly results: readonly BulkUserResult[];
}

/** Answer of `POST /editor/users/bulk/matching/preview`. */
export interface MatchingUsersPreview {
  readonly total: number;
  /** False when there are more than could be counted. */
  readonly exact: boolean;
  /** ISO 8601: who joins after this moment is not meant. Send it with every batch. */
  readonly until: string;
}

/** Answer of `POST /editor/users/bulk/matching`: what became of one batch. */
export interface MatchingUsersBatch {
  readonly done: number;
  readonly refused: number;
  /** The first of those who were refused, and why. */
  readonly refusals: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly reason: string;
    readonly reasonCode: MessageCode | null;
  }[];
  /** For the next batch; null when everyone was treated. */
  readonly nextCursor: string | null;
}

/** Things of one kind that users own, such as `articles`. */
export interface OwnedContent {
  readonly kind: string;
  readonly count: number;
}

/** Answer of `POST /editor/users/bulk/preview`. */
export interface BulkUserPreview {
  readonly action: BulkUserAction;
  readonly total: number;
  /** For how many it would be done. */
  readonly done: number;
  readonly refused: readonly {
    readonly id: string;
    /** Null for a user that there is not. */
    readonly displayName: string | null;
    readonly reason: string;
    readonly reasonCode: MessageCode | null;
  }[];
  /** What those who would be deleted own: someone has to get it. */
  readonly content: readonly OwnedContent[];
}
