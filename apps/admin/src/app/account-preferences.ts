import type { SessionInfo } from '@sitedesk/contract/identity';
import type { AccountPreferences } from '@sitedesk/contract/preferences';
import { watch } from 'vue';
import { http, QUIET } from './http';
import { i18n } from './i18n';
import { useNotify } from './notify';
import { DEFAULTS, type KnownAccount, knownAccount, preferences, rememberAccount } from './preferences';
import { Problem } from './problem';

type Name = keyof typeof DEFAULTS;
const NAMES = Object.keys(DEFAULTS) as readonly Name[];

/** What stands for a choice that nobody has made, in emails too. */
const BROWSER = {
  browserLocale: DEFAULTS.locale,
  browserTimeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** What this page has, as the server takes it. */
const here = (): Pick<AccountPreferences, Name> => ({
  ...preferences,
  timeZone: preferences.timeZone || null,
  startPage: preferences.startPage || null,
});

/** What is chosen here and not there. */
function choices(stored: AccountPreferences): readonly Name[] {
  const mine = here();
  return NAMES.filter(
    (name) => mine[name] !== stored[name] && !(stored[name] === null && preferences[name] === DEFAULTS[name]),
  );
}

/** How often this page has saved: what was read before the latest save began may be older than what is known. */
let saves = 0;
export const preferenceSaves = (): number => saves;

/**
 * Takes over the preferences of the account that is signed in. What was chosen here and hasn't reached the server is kept,
 * and so is what was chosen in this browser before there was an account; what another account left behind isn't.
 * @param savesBefore how often this page had saved when they were requested
 */
export function adoptPreferences(
  { account: { id }, preferences: stored }: SessionInfo,
  savesBefore = saves,
): void {
  const known = knownAccount();
  if (known?.id === id && savesBefore !== saves) return;
  if (known === undefined)
    takeOver(
      { id, stored },
      choices(stored).filter((name) => stored[name] === null),
    );
  else takeOver({ id, stored }, known.id === id ? choices(known.stored) : []);
  saveSoon();
}

function takeOver(known: KnownAccount, kept: readonly Name[]): void {
  rememberAccount(known);
  for (const name of NAMES)
    if (!kept.includes(name)) Object.assign(preferences, { [name]: known.stored[name] ?? DEFAULTS[name] });
}

let saving: Promise<void> = Promise.resolve();
/** One after the other, so that the latest choice is the one that stays. */
const saveSoon = (): void => void (saving = saving.then(save));
watch(here, saveSoon);

async function save(): Promise<void> {
  const known = knownAccount();
  if (!known) return;
  const { id, stored } = known;
  const mine = here();
  const chosen = Object.fromEntries(choices(stored).map((name) => [name, mine[name]]));
  const isSame =
    stored.browserLocale === BROWSER.browserLocale && stored.browserTimeZone === BROWSER.browserTimeZone;
  if (isSame && Object.keys(chosen).length === 0) return;
  try {
    const { body } = await http.patch<AccountPreferences>(
      '/account/preferences',
      isSame ? chosen : { ...chosen, ...BROWSER },
      QUIET,
    );
    if (knownAccount()?.id !== id) return;
    saves++;
    // Another page may have saved too: only what was chosen here in the meantime is newer.
    takeOver({ id, stored: body }, choices({ ...stored, ...chosen }));
  } catch (problem) {
    // It stays in this browser, and is sent with the next choice or sign-in.
    const isSignedOut = problem instanceof Problem && problem.status === 401;
    if (isSignedOut || Object.keys(chosen).length === 0) return;
    useNotify().failed(problem, i18n.global.t('shell.preferenceNotSaved'));
  }
}
