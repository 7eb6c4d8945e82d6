import { EXTERNAL_SIGN_IN_LIMITS } from '@sitedesk/contract/external-sign-in';

const { groupsFreshSeconds, groupsGraceSeconds } = EXTERNAL_SIGN_IN_LIMITS;

/** Groups that were read before these moments are to be read again; and are believed no longer. */
export interface GroupsDue {
  readonly staleBefore: Date;
  readonly lapsedBefore: Date;
}

export const groupsDue = (now: number): GroupsDue => ({
  staleBefore: new Date(now - groupsFreshSeconds * 1_000),
  lapsedBefore: new Date(now - groupsGraceSeconds * 1_000),
});

/**
 * Whether something is to be done about the groups of an identity `e` at a provider `p`: read them again where there is
 * a token for it, or stop believing them.
 * @param stale placeholder of `staleBefore` @param lapsed placeholder of `lapsedBefore`
 */
export const isGroupsDue = (stale: string, lapsed: string): string => `
  (p.enabled AND p.group_claim IS NOT NULL AND (e.groups_read_at < ${lapsed}
    OR e.refresh_token IS NOT NULL AND COALESCE(e.groups_read_at, '-infinity') < ${stale}))`;

/** The same for any identity of an account `a`, as a column. */
export const accountGroupsDue = (stale: string, lapsed: string): string => `
  EXISTS (SELECT 1 FROM external_identity e JOIN identity_provider p ON p.id = e.provider_id
           WHERE e.tenant_id = a.tenant_id AND e.account_id = a.id AND ${isGroupsDue(stale, lapsed)}) AS groups_due`;
