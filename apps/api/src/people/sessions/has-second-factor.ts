/**
 * Whether the account `a` of a statement has a second factor: SQL, so that looking a session up stays one statement.
 * Every kind of factor stands here. A flagged passkey counts: the account must not fall back to its password because of it.
 */
export const HAS_SECOND_FACTOR = `
 (EXISTS (SELECT 1 FROM totp_credential tc
           WHERE tc.account_id = a.id AND tc.tenant_id = a.tenant_id AND tc.confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkey pk WHERE pk.account_id = a.id AND pk.tenant_id = a.tenant_id))`;
