import { AUDIT_VERBS, type AuditedSetting, type AuditRecord } from '@sitedesk/contract/audit';
import { defineMessages, i18n } from '../app/i18n';
import { AUDIT_WORDS_DE } from './audit-words.de';
import { type ActionWords, AUDIT_WORDS_EN } from './audit-words.en';
import { settingLabel } from './setting-words';

type Thing = keyof typeof AUDIT_VERBS;

const THINGS_EN: Readonly<Record<Thing, string>> = {
  account: 'Own account',
  ai: 'AI',
  'api-token': 'API tokens',
  article: 'Articles',
  audit: 'Audit log',
  author: 'Authors',
  captcha: 'CAPTCHA',
  'calendar-feed': 'Calendar feeds',
  cdn: 'CDN',
  'contact-form': 'Contact form',
  contact: 'Messages',
  deployment: 'Applications',
  'deploy-key': 'Deployment keys',
  import: 'Imports',
  'import-key': 'Import keys',
  email: 'Email',
  'encryption-key': 'Encryption key',
  'external-identity': 'Linked sign-in providers',
  file: 'Files',
  folder: 'Folders',
  'identity-provider': 'Sign-in providers',
  keys: 'Keys',
  layout: 'Layouts',
  template: 'Templates',
  'mailing-list': 'Mailing list',
  menu: 'Menu',
  outbox: 'Outbox',
  passkey: 'Passkeys',
  redirect: 'Redirects',
  release: 'Releases',
  retention: 'Retention',
  role: 'Roles',
  session: 'Sign-ins and sessions',
  setting: 'Settings',
  setup: 'Setup',
  site: 'Site',
  storage: 'File storage',
  'two-factor': 'Second factor',
  user: 'Users',
  view: 'Saved views',
  webhook: 'Webhooks',
};
const THINGS_DE: Readonly<Record<Thing, string>> = {
  account: 'Eigenes Konto',
  ai: 'KI',
  'api-token': 'API-Token',
  article: 'Artikel',
  audit: 'Audit-Protokoll',
  author: 'Autoren',
  captcha: 'CAPTCHA',
  'calendar-feed': 'Kalender-Feeds',
  cdn: 'CDN',
  'contact-form': 'Kontaktformular',
  contact: 'Nachrichten',
  deployment: 'Anwendungen',
  'deploy-key': 'Bereitstellungsschlüssel',
  import: 'Importe',
  'import-key': 'Importschlüssel',
  email: 'E-Mail',
  'encryption-key': 'Schlüssel für Entwürfe',
  'external-identity': 'Verknüpfte Anmeldedienste',
  file: 'Dateien',
  folder: 'Ordner',
  'identity-provider': 'Anmeldedienste',
  keys: 'Schlüssel',
  layout: 'Layouts',
  template: 'Vorlagen',
  'mailing-list': 'Mailingliste',
  menu: 'Menü',
  outbox: 'Postausgang',
  passkey: 'Passkeys',
  redirect: 'Weiterleitungen',
  release: 'Releases',
  retention: 'Aufbewahrung',
  role: 'Rollen',
  session: 'Anmeldungen und Sitzungen',
  setting: 'Einstellungen',
  setup: 'Einrichtung',
  site: 'Website',
  storage: 'Dateispeicher',
  'two-factor': 'Zweiter Faktor',
  user: 'Benutzer',
  view: 'Gespeicherte Ansichten',
  webhook: 'Webhooks',
};

/** A key has no dots of its own. */
const keyOf = (action: string): string => action.replaceAll('.', '_');

const textsOf = (words: Readonly<Record<string, ActionWords>>, place: 0 | 1 | 2): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([action, texts]) => {
      const text = texts[place];
      return text === undefined ? [] : [[keyOf(action), text]];
    }),
  );

defineMessages('auditWords', {
  en: {
    names: textsOf(AUDIT_WORDS_EN, 0),
    sentences: textsOf(AUDIT_WORDS_EN, 1),
    nameless: textsOf(AUDIT_WORDS_EN, 2),
    things: THINGS_EN,
    tried: '{actor} tried to {action}',
    triedWith: '{actor} tried to {action} ({target})',
    other: '{actor}: {action}',
    someone: 'Someone',
    system: 'Sitedesk',
    deletedUser: '(deleted user)',
    unnamed: '(unnamed)',
    quoted: '“{name}”',
    undone: '{sentence}, undoing an earlier action',
    fromTo: '{actor} changed {setting} from “{before}” to “{after}”',
    set: '{actor} set {setting} to “{after}”',
    removed: '{actor} removed {setting}, which was “{before}”',
    fewSettings: '{names}',
    manySettings: '{names} and {more} more',
    settings: 'settings',
  },
  de: {
    names: textsOf(AUDIT_WORDS_DE, 0),
    sentences: textsOf(AUDIT_WORDS_DE, 1),
    nameless: textsOf(AUDIT_WORDS_DE, 2),
    things: THINGS_DE,
    tried: 'Versuch von {actor}: {action}',
    triedWith: 'Versuch von {actor}: {action} ({target})',
    other: '{actor}: {action}',
    someone: 'Jemand',
    system: 'Sitedesk',
    deletedUser: '(gelöschter Benutzer)',
    unnamed: '(ohne Namen)',
    quoted: '„{name}“',
    undone: '{sentence} und damit eine frühere Aktion rückgängig gemacht',
    fromTo: '{actor} hat {setting} von „{before}“ auf „{after}“ geändert',
    set: '{actor} hat {setting} auf „{after}“ gesetzt',
    removed: '{actor} hat {setting} entfernt, zuvor „{before}“',
    fewSettings: '{names}',
    manySettings: '{names} und {more} weitere',
    settings: 'Einstellungen',
  },
});

/** Settings that a sentence names. */
const NAMED = 2;

const { t, te, n } = i18n.global;

/** What an action is called in a list; one that is newer than these words is its code. */
export function actionName(action: string): string {
  const key = `auditWords.names.${keyOf(action)}`;
  const name = te(key) || te(key, 'en') ? t(key) : action;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What the actions that begin so are about. */
export function thingName(thing: string): string {
  const key = `auditWords.things.${thing}`;
  return te(key) || te(key, 'en') ? t(key) : thing;
}

/** What a sentence says of an entry. */
type SentenceEntry = Pick<AuditRecord, 'action' | 'outcome' | 'actor' | 'target' | 'after' | 'parts'>;

/** Who acted, as they are called now. */
export function actorName({ actor: { kind, label, currentName } }: Pick<AuditRecord, 'actor'>): string {
  if (kind === 'anonymous') return t('auditWords.someone');
  if (kind === 'system') return t('auditWords.system');
  return currentName ?? (label || t('auditWords.deletedUser'));
}

/** An entry as a sentence with names. */
export function auditSentence(entry: SentenceEntry): string {
  const { action, outcome, target } = entry;
  const key = `auditWords.sentences.${keyOf(action)}`;
  const actor = actorName(entry);
  if (!te(key) && !te(key, 'en')) return t('auditWords.other', { actor, action });
  if (outcome !== 'done') {
    const name = t(`auditWords.names.${keyOf(action)}`);
    const isOther = target?.kind === 'account' && target.id !== entry.actor.id;
    return isOther
      ? t('auditWords.triedWith', { actor, action: name, target: targetName(entry) })
      : t('auditWords.tried', { actor, action: name });
  }
  const { done = 1, matched = done, changed = matched, undone } = membersOf(entry.after);
  const count = target === null ? Number(changed) + (entry.parts?.changed ?? 0) : 1;
  const changes = settingChanges(entry);
  const [only] = changes;
  if (action === 'setting.change' && changes.length === 1 && only && !only.secret)
    return oneSetting(actor, only);
  const nameless = `auditWords.nameless.${keyOf(action)}`;
  const sentence = t(
    target?.name == null && (te(nameless) || te(nameless, 'en')) ? nameless : key,
    { actor, target: targetName(entry), settings: settingNames(entry), count: n(count) },
    count === 1 && target !== null ? 1 : 2,
  );
  return undone === undefined ? sentence : t('auditWords.undone', { sentence });
}

/** What an entry about settings says of each; those from before values were kept have none. */
export function settingChanges({
  target,
  after,
}: Pick<AuditRecord, 'target' | 'after'>): readonly AuditedSetting[] {
  const { changes } = membersOf(after);
  if (target?.kind !== 'setting-group' || !Array.isArray(changes)) return [];
  return (changes as readonly AuditedSetting[]).map((change) => ({
    ...change,
    name: settingLabel({ group: target.id, name: change.name }),
  }));
}

function oneSetting(actor: string, { name: setting, before, after }: AuditedSetting): string {
  const known = { actor, setting, before: before ?? '', after: after ?? '' };
  if (after === null) return t('auditWords.removed', known);
  return before === null || before === '' ? t('auditWords.set', known) : t('auditWords.fromTo', known);
}

function settingNames({ target, after }: SentenceEntry): string {
  const { names } = membersOf(after);
  if (!Array.isArray(names) || target === null) return t('auditWords.settings');
  const labels = names.map((name) => settingLabel({ group: target.id, name: String(name) }));
  const shown = { names: labels.slice(0, NAMED).join(', '), more: labels.length - NAMED };
  return t(labels.length > NAMED ? 'auditWords.manySettings' : 'auditWords.fewSettings', shown);
}

function targetName(entry: SentenceEntry): string {
  const { target } = entry;
  if (target?.name)
    return target.kind === 'account' ? target.name : t('auditWords.quoted', { name: target.name });
  if (target?.kind !== 'account') return target === null ? actorName(entry) : t('auditWords.unnamed');
  return target.id === entry.actor.id ? actorName(entry) : t('auditWords.deletedUser');
}

const membersOf = (value: object | null): Readonly<Record<string, unknown>> =>
  (value ?? {}) as Readonly<Record<string, unknown>>; // whatever was recorded
