export const NEXT_YEAR = new Date().getUTCFullYear() + 1;

/** Of March and October next year: the days on which clocks in Zurich change. */
export function lastSunday(month: 3 | 10): string {
  const end = new Date(Date.UTC(NEXT_YEAR, month, 0));
  end.setUTCDate(end.getUTCDate() - end.getUTCDay());
  return end.toISOString().slice(0, 10);
}
