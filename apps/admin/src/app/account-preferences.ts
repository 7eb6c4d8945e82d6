import type { SessionInfo } from '@sitedesk/contract/identity';
import type { AccountPreferences } from '@sitedesk/contract/preferences';
import { watch } from 'vue';
import { http, QUIET } from './http';
import { i18n } from './i18n';
import { useNotify } from './notify';
import { DEFAULTS, knownAccount, preferences, rememberAccount } from './preferences';
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
function choices(stored: AccountPreferences): Partial<AccountPreferences> {
  const mine = here();
  const isChosen = (name: Name): boolean =>
    mine[name] !== stored[name] && !(stored[name] === null && preferences[name] === DEFAULTS[name]);
  return Object.fromEntries(NAMES.filter(isChosen).map((name) => [name, mine[name]]));
}

/**
 * Takes over the preferences of the account that is signed in. What was chosen here and hasn't reached the server is kept,
 * and so is what was chosen in this browser before there was an account; what another account left behind isn't.
 */
export function adoptPreferences({ account: { id }, preferences: stored }: SessionInfo): void {
  const known = knownAccount();
  const unsaved = known && known.id !== id ? {} : choices(known?.stored ?? stored);
  rememberAccount({ id, stored });
  for (const name of NAMES) {
    const isKept = name in unsaved && (known !== undefined || stored[name] === null);
    if (!isKept) Object.assign(preferences, { [name]: stored[name] ?? DEFAULTS[name] });
  }
  saveSoon();
}

let saving: Promise<void> = Promise.resolve();
/** One after the other, so that the latest choice is the one that stays. */
const saveSoon = (): void => void (saving = saving.then(save));
watch(here, saveSoon);

async function save(): Promise<void> {
  const known = knownAccount();
  if (!known) return;
  const { id, stored } = known;
  const chosen = choices(stored);
  const isSame =
    stored.browserLocale === BROWSER.browserLocale && stored.browserTimeZone === BROWSER.browserTimeZone;
  if (isSame && Object.keys(chosen).length === 0) return;
  try {
    const { body } = await http.patch<AccountPreferences>(
      '/account/preferences',
      isSame ? chosen : { ...chosen, ...BROWSER },
      QUIET,
    );
    rememberAccount({ id, stored: body });
  } catch (problem) {
    // It stays in this browser, and is sent with the next choice or sign-in.
    const isSignedOut = problem instanceof Problem && problem.status === 401;
    if (isSignedOut || Object.keys(chosen).length === 0) return;
    useNotify().failed(problem, i18n.global.t('shell.preferenceNotSaved'));
  }
}
