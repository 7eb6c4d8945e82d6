import { type MessageCode, messages } from './messages.js';
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
export const BUILT_IN_ROLE_DESCRIPTIONS = messages('built-in-role', {
  Administrator: 'Full access: reads messages and manages users, settings, CDN, storage and the audit log.',
  Editor:
    'Creates and publishes content, templates and layouts. Reads and manages messages, files and email.',
  Author:
    'Creates and edits their own content and submits it for review. Manages files. Can’t publish or read messages.',
  Reviewer: 'Can view content and give feedback. Can’t read messages.',
  Authenticated: 'Reserved for internal use.',
  Anonymous: 'Reserved for internal use.',
} as const satisfies Record<BuiltInRole, string>);

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
export const ROLE_TEXTS = messages('roles', {
  builtIn: 'Built-in roles can’t be changed. Create a new role with the permissions you want.',
  nameTaken: 'A role with this name already exists.',
  unknown: 'This role doesn’t exist.',
  missing: 'There’s no role {id}.',
  tooMany: `A site can have up to ${ROLE_LIMITS.perTenant} custom roles.`,
});

/** A role, as `GET /editor/roles` lists it. */
export interface RoleSummary {
  /** Name of a built-in role, or the ID of a custom one. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Of built-in roles, whose description is ours. */
  readonly descriptionCode: MessageCode | null;
  readonly builtIn: boolean;
  /** Whether it can be assigned; the reserved ones cannot. */
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
  readonly reasonCode: MessageCode | null;
  readonly members: RoleSummary['members'];
}

/** Answer of `POST /editor/roles/bulk-delete/preview`. */
export interface RoleDeletionPreview {
  readonly roles: readonly RoleDeletion[];
  /** Who could do less than before, and what not anymore. */
  readonly losing: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly permissions: readonly Permission[];
  }[];
  /** Whether more people lose a role than are named. */
  readonly more: boolean;
}

/** What keeps an account from using its permissions at all. */
export type AccountObstacle = 'disabled' | 'invited' | 'unconfirmed';

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
