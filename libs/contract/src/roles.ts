import type { Permission } from './permissions.js';

/** The six built-in roles, in the words of the specification, section 5. */
export const BUILT_IN_ROLES = [
  'Administrator',
  'Editor',
  'Author',
  'Reviewer',
  'Authenticated',
  'Anonymous',
] as const;

export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** What the built-in roles are for. */
export const BUILT_IN_ROLE_DESCRIPTIONS: Readonly<Record<BuiltInRole, string>> = {
  Administrator: 'Full access: users, settings, CDN, storage, audit logs.',
  Editor: 'Creates and publishes content, templates and layouts; file manager.',
  Author: 'Creates and edits own content and submits it for review; file manager; does not publish.',
  Reviewer: 'Views and gives feedback only.',
  Authenticated: 'Reserved.',
  Anonymous: 'Reserved.',
};

/** Numbers of roles; lengths in characters. */
export const ROLE_LIMITS = {
  description: { min: 0, max: 500 },
  /** Members of a role are counted up to here. */
  countedMembers: 10_000,
  bulkIds: 100,
  /** Roles that one site can make. */
  perTenant: 200,
} as const;

/** What is wrong with a role, or with a change of it. */
export const ROLE_TEXTS = {
  builtIn: 'Built-in roles stay as they are. Make a new role with the permissions you want.',
  nameTaken: 'There is a role with this name already.',
  unknown: 'There is no such role.',
  tooMany: `A site can have ${ROLE_LIMITS.perTenant} roles of its own.`,
} as const;

/** A role, as `GET /editor/roles` lists it. */
export interface RoleSummary {
  /** Name of a built-in role, or the id of one that the site made. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly builtIn: boolean;
  /** Whether it can be given to somebody; the reserved ones cannot. */
  readonly assignable: boolean;
  readonly permissions: readonly Permission[];
  readonly members: {
    readonly count: number;
    /** False when there are more than were counted. */
    readonly exact: boolean;
  };
  /** The version for `If-Match`; null for built-in roles, which nobody changes. */
  readonly version: number | null;
}

/** What would become of one of the roles that are to be deleted. */
export interface RoleDeletion {
  readonly id: string;
  /** Null for a role that there is not. */
  readonly name: string | null;
  readonly deletable: boolean;
  readonly reason: string | null;
  readonly members: RoleSummary['members'];
}

/** Answer of `POST /editor/roles/bulk-delete/preview`. */
export interface RoleDeletionPreview {
  readonly roles: readonly RoleDeletion[];
  /** Who could do less than before, and what not any more. */
  readonly losing: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly permissions: readonly Permission[];
  }[];
  /** Whether more people lose a role than are named. */
  readonly more: boolean;
}

/** What keeps an account from using its permissions at all. */
export const ACCOUNT_OBSTACLES = ['disabled', 'invited', 'unconfirmed'] as const;
export type AccountObstacle = (typeof ACCOUNT_OBSTACLES)[number];

/** Answer of `GET /editor/permissions/explain`: can this user do this, and by which rule. */
export interface PermissionExplanation {
  readonly permission: Permission;
  readonly feature: string;
  readonly user: { readonly id: string; readonly displayName: string };
  readonly allowed: boolean;
  /** The user's roles, once for each source. */
  readonly rules: readonly {
    readonly role: { readonly id: string; readonly name: string };
    /** `manual`, or `mapped:<identity provider>`. */
    readonly source: string;
    readonly grants: boolean;
  }[];
  readonly obstacles: readonly AccountObstacle[];
  /** Roles that would grant it; empty when one does. */
  readonly missing: readonly { readonly id: string; readonly name: string }[];
}
