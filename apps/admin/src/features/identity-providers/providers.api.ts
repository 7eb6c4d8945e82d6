import type {
  IdentityProviderView,
  PresetValues,
  ProviderPreset,
  ProviderPresets,
} from '@sitedesk/contract/external-sign-in';
import { BUILT_IN_ROLES, type RoleSummary } from '@sitedesk/contract/roles';
import { SECRET_MASK } from '@sitedesk/contract/settings';
import { useQuery } from '@tanstack/vue-query';
import { http } from '../../app/http';
import { useSession } from '../../app/session';

interface Items<Item> {
  readonly items: readonly Item[];
}

export const useProviders = () =>
  useQuery({
    queryKey: ['identity-providers'],
    queryFn: () => http.get<Items<IdentityProviderView>>('/identity-providers'),
  });

export const usePresets = () =>
  useQuery({
    queryKey: ['identity-provider-presets'],
    queryFn: () => http.get<ProviderPresets>('/identity-providers/presets'),
    staleTime: Infinity,
  });

/** A role that a group can stand for. */
interface RoleChoice {
  readonly value: string;
  readonly label: string;
}

const BUILT_IN = BUILT_IN_ROLES.filter((role) => role !== 'Authenticated' && role !== 'Anonymous');

/** Every role that can be given; only the built-in ones for those who may not see the users. */
export function useRoleChoices() {
  const session = useSession();
  return useQuery({
    queryKey: ['identity-provider-roles'],
    queryFn: async (): Promise<readonly RoleChoice[]> => {
      if (!session.can('users.manage')) return BUILT_IN.map((role) => ({ value: role, label: role }));
      const { items } = await http.get<Items<RoleSummary>>('/roles');
      return items.filter(({ assignable }) => assignable).map(({ id, name }) => ({ value: id, label: name }));
    },
  });
}

/** The fields of the form; texts are empty instead of null. */
export interface ProviderFields {
  preset: ProviderPreset;
  name: string;
  issuer: string;
  clientId: string;
  /** The mask while the stored one stays; empty for none. */
  clientSecret: string;
  /** Separated by blanks. */
  scopes: string;
  groupClaim: string;
  directoryUrl: string;
  allowSignUp: boolean;
  enabled: boolean;
  mappings: readonly { readonly groupId: string; readonly role: string }[];
}

export const EMPTY_FIELDS: ProviderFields = {
  preset: 'custom',
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  scopes: '',
  groupClaim: '',
  directoryUrl: '',
  allowSignUp: false,
  enabled: true,
  mappings: [],
};

export const fieldsOfPreset = ({
  scopes,
  groupClaim,
  directoryUrl,
  ...same
}: PresetValues): ProviderFields => ({
  ...EMPTY_FIELDS,
  ...same,
  scopes: scopes.join(' '),
  groupClaim: groupClaim ?? '',
  directoryUrl: directoryUrl ?? '',
});

export function fieldsOf(provider: IdentityProviderView): ProviderFields {
  const { preset, name, issuer, clientId, allowSignUp, enabled, mappings } = provider;
  return {
    clientSecret: provider.clientSecret.isSet ? SECRET_MASK : '',
    preset,
    name,
    issuer,
    clientId,
    allowSignUp,
    enabled,
    mappings: mappings.map(({ groupId, role }) => ({ groupId, role })),
    scopes: provider.scopes.join(' '),
    groupClaim: provider.groupClaim ?? '',
    directoryUrl: provider.directoryUrl ?? '',
  };
}

/** What is sent: lines of the table without a group are left out, and so is a secret that stays. */
export function bodyOf(fields: ProviderFields): Readonly<Record<string, unknown>> {
  const { clientSecret, scopes, groupClaim, directoryUrl, mappings, ...same } = fields;
  return {
    ...same,
    ...(clientSecret === SECRET_MASK ? {} : { clientSecret: clientSecret || null }),
    scopes: scopes.split(/[\s,]+/).filter(Boolean),
    groupClaim: groupClaim.trim() || null,
    directoryUrl: directoryUrl.trim() || null,
    mappings: mappings.filter(({ groupId }) => groupId.trim() !== ''),
  };
}
