import type { CeremonyPurpose } from './webauthn-challenge.entity.js';
import { hashToken } from '../../platform/core/tokens.js';

/** What a challenge is for and who may answer it: the same session, the same browser, or who has the same link. */
export interface Ceremony {
  readonly purpose: CeremonyPurpose;
  readonly boundTo: string;
}

/** A ceremony of someone with a session. Its id outlives a new token, and dies with the sign-in. */
export const sessionCeremony = (
  purpose: Exclude<CeremonyPurpose, 'sign-in'>,
  { sessionId }: { readonly sessionId: string },
): Ceremony => ({ purpose, boundTo: `session:${sessionId}` });

/** Accepting an invitation: anyone who holds the link. */
export const invitationCeremony = ({ id }: { readonly id: string }): Ceremony => ({
  purpose: 'registration',
  boundTo: `link:${id}`,
});

/** A sign-in in the browser that holds this token. */
export const browserCeremony = (browserToken: string): Ceremony => ({
  purpose: 'sign-in',
  boundTo: `browser:${hashToken(browserToken)}`,
});
