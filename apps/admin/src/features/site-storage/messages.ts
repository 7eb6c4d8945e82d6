import type { SiteStorage, StorageCheckStep, StorageProblem } from '@sitedesk/contract/site-storage';
import { defineMessages } from '../../app/i18n';

interface Words {
  readonly states: Readonly<Record<SiteStorage['state'], string>>;
  readonly actions: Readonly<Record<'move' | 'renew' | 'continue' | 'back', string>>;
  readonly steps: Readonly<Record<StorageCheckStep, string>>;
  readonly problems: Readonly<Record<StorageProblem['problem'], string>>;
  readonly [text: string]: string | Readonly<Record<string, string>>;
}

const EN = {
  text: 'Files are in the storage of this server unless you move them to a bucket of your own. All of them can be used while they’re moved.',
  state: 'Where files are',
  states: { settled: 'Ready', moving: 'Moving', clearing: 'Cleaning up', held: 'Stopped' },
  server: 'the storage of this server',
  now: 'Files are in {place}.',
  moving: 'Files are moving from {from} to {to}. New files go there already.',
  clearing: 'All files are in {to}. They’re being deleted from {from}.',
  progress: '{done} of {all} files · {doneSize} of {allSize}',
  progressLabel: 'Files that were moved',
  again: 'The next attempt is on {date}.',
  untilMoved: 'It isn’t tried again until you continue.',
  problems: { missing: '{name} is missing', damaged: '{name} is damaged' },
  leftover: 'Some files couldn’t be deleted from {place}. Delete them there if you no longer need them.',
  target: 'The settings point to {place}. Nothing changes until you move the files.',
  renewText: 'The settings have new keys for this bucket. They aren’t used until you apply them.',
  backText: 'The settings point to {place}, where the files come from.',
  waitText: 'The settings point to a third place. Wait until the files are moved.',
  incompleteText: 'Enter the bucket and both keys, or empty all fields to use the storage of this server.',
  actions: { move: 'Move files…', renew: 'Apply new keys', continue: 'Continue', back: 'Move files back…' },
  confirmTitle: 'Move all files?',
  confirmText:
    'From {from} to {to}. The bucket is checked first. Files can be uploaded and used all the time. When every file is there and was compared, they’re deleted in the former place.',
  confirm: 'Move files',
  started: 'The move begins in a moment',
  renewed: 'The new keys are used',
  settings: 'Your bucket',
  settingsText:
    'Any service that speaks the S3 protocol. Empty all fields to use the storage of this server.',
  check: 'Check',
  checkText: 'Writes, reads and deletes a small object with the saved settings.',
  saveFirst: 'Save your changes before you check.',
  steps: {
    dns: 'DNS',
    connect: 'Connection',
    clock: 'Clock of the server',
    credentials: 'Credentials',
    bucket: 'Bucket and region',
    list: 'List objects',
    write: 'Write an object',
    read: 'Read an object',
    delete: 'Delete an object',
  },
} satisfies Words;

const DE = {
  text: 'Dateien liegen im Dateispeicher dieses Servers, wenn Sie sie nicht in einen eigenen Bucket verschieben. Währenddessen sind alle verfügbar.',
  state: 'Wo die Dateien liegen',
  states: { settled: 'Bereit', moving: 'Wird verschoben', clearing: 'Wird aufgeräumt', held: 'Angehalten' },
  server: 'Dateispeicher dieses Servers',
  now: 'Ort der Dateien: {place}.',
  moving:
    'Die Dateien werden verschoben. Bisheriger Ort: {from}. Neuer Ort: {to}. Neue Dateien liegen bereits dort.',
  clearing: 'Alle Dateien sind am neuen Ort: {to}. Am bisherigen Ort werden sie gelöscht: {from}.',
  progress: '{done} von {all} Dateien · {doneSize} von {allSize}',
  progressLabel: 'Verschobene Dateien',
  again: 'Der nächste Versuch ist am {date}.',
  untilMoved: 'Der nächste Versuch folgt, wenn Sie fortfahren.',
  problems: { missing: '{name} fehlt', damaged: '{name} ist beschädigt' },
  leftover:
    'Einige Dateien konnten am bisherigen Ort nicht gelöscht werden: {place}. Löschen Sie sie dort, wenn Sie sie nicht mehr brauchen.',
  target: 'Ort in den Einstellungen: {place}. Es ändert sich nichts, bis Sie die Dateien verschieben.',
  renewText:
    'In den Einstellungen stehen neue Schlüssel für diesen Bucket. Sie werden erst verwendet, wenn Sie sie übernehmen.',
  backText: 'Ort in den Einstellungen: {place}. Von dort kommen die Dateien.',
  waitText: 'In den Einstellungen steht ein dritter Ort. Warten Sie, bis die Dateien verschoben sind.',
  incompleteText:
    'Geben Sie den Bucket und beide Schlüssel ein, oder leeren Sie alle Felder, um den Dateispeicher dieses Servers zu verwenden.',
  actions: {
    move: 'Dateien verschieben…',
    renew: 'Neue Schlüssel übernehmen',
    continue: 'Fortfahren',
    back: 'Dateien zurück verschieben…',
  },
  confirmTitle: 'Alle Dateien verschieben?',
  confirmText:
    'Bisheriger Ort: {from}. Neuer Ort: {to}. Der Bucket wird zuerst geprüft. Dateien können die ganze Zeit hochgeladen und verwendet werden. Wenn jede Datei dort ist und verglichen wurde, werden sie am bisherigen Ort gelöscht.',
  confirm: 'Dateien verschieben',
  started: 'Das Verschieben beginnt gleich',
  renewed: 'Die neuen Schlüssel werden verwendet',
  settings: 'Ihr Bucket',
  settingsText:
    'Ein beliebiger Dienst mit S3-Protokoll. Leeren Sie alle Felder, um den Dateispeicher dieses Servers zu verwenden.',
  check: 'Prüfen',
  checkText: 'Schreibt, liest und löscht ein kleines Objekt mit den gespeicherten Einstellungen.',
  saveFirst: 'Speichern Sie Ihre Änderungen, bevor Sie prüfen.',
  steps: {
    dns: 'DNS',
    connect: 'Verbindung',
    clock: 'Uhr des Servers',
    credentials: 'Zugangsdaten',
    bucket: 'Bucket und Region',
    list: 'Objekte auflisten',
    write: 'Objekt schreiben',
    read: 'Objekt lesen',
    delete: 'Objekt löschen',
  },
} satisfies Words;

defineMessages('siteStorage', { en: EN, de: DE });
