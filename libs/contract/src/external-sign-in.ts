import { messages, type Worded } from './messages.js';

/** Kinds of providers the product knows how to set up. */
export const PROVIDER_PRESETS = ['google', 'microsoft', 'directory', 'customer', 'custom'] as const;
export type ProviderPreset = (typeof PROVIDER_PRESETS)[number];

/** Lengths in characters, times in seconds. */
export const EXTERNAL_SIGN_IN_LIMITS = {
  name: { min: 1, max: 60 },
  clientId: { min: 1, max: 200 },
  scope: { min: 1, max: 200 },
  scopes: 10,
  claim: { min: 1, max: 100 },
  groupId: { min: 1, max: 200 },
  mappings: 200,
  url: 2048,
  underWaySeconds: 600,
  /** How far the clocks of a provider and of this product may differ. */
  skewSeconds: 60,
  /** Groups are read again when they are older. */
  groupsFreshSeconds: 15 * 60,
  /** While the provider does not answer, what was read last counts for so long. */
  groupsGraceSeconds: 60 * 60,
} as const;

/** What a preset fills in; `{tenant}` in an issuer is the directory's or customer service's own id, to be replaced. */
export interface PresetValues {
  readonly preset: ProviderPreset;
  readonly name: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly groupClaim: string | null;
  readonly directoryUrl: string | null;
}

/** Answer of `GET /editor/identity-providers/presets`: what a new provider begins with. */
export interface ProviderPresets {
  readonly items: readonly PresetValues[];
  /** What has to be entered at the provider, the same for all; null while the site has no address of its own. */
  readonly redirectUri: string | null;
}

/** The two common public identity providers, an enterprise directory, a customer identity service, and any other. */
export const PRESET_VALUES: readonly PresetValues[] = [
  {
    preset: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    scopes: [],
    groupClaim: null,
    directoryUrl: null,
  },
  {
    preset: 'microsoft',
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    scopes: ['offline_access'],
    groupClaim: null,
    directoryUrl: null,
  },
  {
    preset: 'directory',
    name: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    scopes: ['offline_access', 'GroupMember.Read.All'],
    groupClaim: 'groups',
    directoryUrl: 'https://graph.microsoft.com/v1.0',
  },
  {
    preset: 'customer',
    name: 'Customer account',
    issuer: 'https://{tenant}.ciamlogin.com/{tenant}/v2.0',
    scopes: ['offline_access'],
    groupClaim: null,
    directoryUrl: null,
  },
  {
    preset: 'custom',
    name: 'Single sign-on',
    issuer: '',
    scopes: [],
    groupClaim: null,
    directoryUrl: null,
  },
];

/** A provider as an administrator sees it. The secret is never returned. */
export interface IdentityProviderView {
  readonly id: string;
  readonly name: string;
  readonly preset: ProviderPreset;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: { readonly isSet: boolean };
  readonly scopes: readonly string[];
  readonly groupClaim: string | null;
  readonly directoryUrl: string | null;
  readonly allowSignUp: boolean;
  readonly enabled: boolean;
  readonly mappings: readonly { readonly groupId: string; readonly role: string }[];
  /** To be entered at the provider; null while the address of the editor is not known. */
  readonly redirectUri: string | null;
}

/** What the sign-in page offers. */
export interface SignInOptions {
  readonly providers: readonly {
    readonly id: string;
    readonly name: string;
    readonly preset: ProviderPreset;
  }[];
  /** Whether strangers may make themselves an account. */
  readonly registration: boolean;
  /** Whether browsers keep the session over https only. */
  readonly httpsOnly: boolean;
}

/**
 * Where a window comes back to that was opened for a provider alone: it tells the page that opened it, and closes. Its query
 * says what is wrong (`problem`, an {@link ExternalProblem}) or what is still due (`step=second-factor`).
 */
export const CAME_BACK_PAGE = '/admin/came-back';

/** Why a sign-in at a provider came to nothing; the sign-in page gets it as `problem`. */
export const EXTERNAL_PROBLEMS = {
  refused: 'The provider didn’t confirm your identity.',
  expired: 'This sign-in took too long or was started in another browser. Try again.',
  unknown: 'You don’t have an account on this site. Ask an administrator for an invitation.',
  addressTaken:
    'There’s already an account with your email address. Sign in with your password, then connect the provider.',
  addressMissing: 'The provider hasn’t verified your email address.',
  taken: 'This identity belongs to another account on this site.',
  otherPerson: 'Someone else is signed in at the provider.',
  disabled: 'You can’t sign in right now.',
  unavailable: 'Can’t reach the provider.',
} as const;
export type ExternalProblem = keyof typeof EXTERNAL_PROBLEMS;

/** `POST /editor/identity-providers/:id/check`: whether a provider can be used as it is set up, and if not, why. */
export interface ProviderCheck extends Worded<'detail'> {
  readonly ok: boolean;
}

/** Why a provider cannot be used; `{words}` are one of the others, or why it gave no answer. */
export const PROVIDER_CHECK_TEXTS = messages('provider-check', {
  failed: 'Its discovery document couldn’t be loaded: {words}',
  status: 'The provider responded with status {status}.',
  notJson: 'The response isn’t JSON.',
  notDiscovery: 'The response names no issuer.',
  otherIssuer: 'The response belongs to another issuer.',
  late: 'The provider didn’t respond in time.',
  algorithms: 'The provider doesn’t sign its ID tokens with a supported algorithm.',
});

/** An identity at a provider, as the person whose it is sees it. */
export interface ExternalIdentityView {
  readonly id: string;
  readonly providerId: string;
  /** Its name. */
  readonly provider: string;
  readonly createdAt: string;
}
