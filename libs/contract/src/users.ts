import type { MailReport, OwnSession } from './account.js';
import type { Permission } from './permissions.js';

/** Numbers of the users' list and its bulk actions; the search in characters. */
export const USER_LIMITS = {
  search: { min: 1, max: 254 },
  /** People that a preview names one by one; of the others it tells only that there are more. */
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
export const USER_TEXTS = {
  unknown: 'There is no such user.',
  yourself: 'This is your own account. Do this on its own page, so that it does not happen by accident.',
  ownEmail: 'Change your own address in your account, where the new one is confirmed first.',
  lastAdministrator:
    'This is the last administrator who can sign in. Give the role Administrator to somebody else first.',
  alreadyJoined: 'This user has accepted the invitation already.',
  notJoined: 'This user has not accepted the invitation yet. Send the invitation instead.',
  alreadyConfirmed: 'The address of this user is confirmed already.',
  disabled: 'This user is disabled. Enable the user first.',
  noPassword: 'This user signs in without a password.',
  inheritorNeeded: 'Name the user who gets what this user owns.',
  inheritorUnknown: 'There is no such active user.',
  inheritorDeleted: 'Whoever gets the content must not be deleted as well.',
  roleUnknown: 'There is no such role.',
  roleReserved: 'This role is reserved. Nobody can be given it.',
  tooManyRoles: 'A user cannot have so many roles.',
  permissionsMissing: 'This needs permissions that you do not have yourself.',
} as const;

/** A role by the name of a built-in one, or by the id of one that the site made. */
export interface RoleName {
  readonly id: string;
  readonly name: string;
}

/** A role of a user, and where it comes from. */
export interface UserRole extends RoleName {
  /** Whether somebody gave it; only such roles can be taken away here. */
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
  /** Who made the account; null when nobody of this site did, or the one who did is gone. */
  readonly createdBy: { readonly id: string; readonly displayName: string } | null;
  /** The version for `If-Match`, as in the `ETag` header. */
  readonly version: number;
}

/** One sign-in of anybody, as `GET /editor/sessions` lists it, the newest first. */
export interface LiveSession extends OwnSession {
  readonly user: { readonly id: string; readonly displayName: string };
}

/** What became of a link that was mailed; only the person who gets the mail knows the link (ID-24). */
export interface MailedLink {
  readonly expiresAt: string;
  readonly mail: MailReport;
}

/** The same for an invitation, with the link to copy (C17). */
export interface SentInvitation extends MailedLink {
  readonly link: string;
}

/** Answer of `POST /editor/users` and `PATCH /editor/users/:id`: the user, and the links that were sent. */
export interface SavedUser {
  readonly user: UserDetails;
  /** Null when no invitation was due. */
  readonly invitation: SentInvitation | null;
  /** Null when the address did not have to be confirmed. */
  readonly confirmation: MailedLink | null;
}

/** What became of one of the users of a bulk action. */
export interface BulkUserResult {
  readonly id: string;
  readonly status: 'done' | 'refused';
  /** Why it was refused, for people to read. */
  readonly reason: string | null;
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
  }[];
  /** For the next batch; null when everybody was treated. */
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
  }[];
  /** What those who would be deleted own: somebody has to get it. */
  readonly content: readonly OwnedContent[];
}
