import type { RoleSummary } from '@sitedesk/contract/roles';

type RoleKind = 'builtIn' | 'custom' | 'reserved';

/** Reserved ones can't be assigned; built-in ones not be changed. */
export function kindOf({ builtIn, assignable }: Pick<RoleSummary, 'builtIn' | 'assignable'>): RoleKind {
  if (!builtIn) return 'custom';
  return assignable ? 'builtIn' : 'reserved';
}

const ICONS = {
  builtIn: 'i-lucide-lock',
  custom: 'i-lucide-pencil-ruler',
  reserved: 'i-lucide-circle-slash',
} as const satisfies Record<RoleKind, string>;

export const kindIcon = (role: Pick<RoleSummary, 'builtIn' | 'assignable'>): string => ICONS[kindOf(role)];
