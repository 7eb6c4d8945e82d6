/** Whether the account `a` of a statement has a second factor: SQL. Nobody can set one up yet. */
export const HAS_SECOND_FACTOR = 'false';
