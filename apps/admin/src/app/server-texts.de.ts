import type { RuleLimits } from '@sitedesk/contract/field-rules';
import type { PlatformProblemCode } from '@sitedesk/contract/problems';
import type { OUTBOUND_TEXTS } from '@sitedesk/contract/outbound';
import '../composables/setting-messages';
import type { GeneralTexts, ServerTexts } from './server-texts';

const length = ({ min = 0, max = 0 }: RuleLimits): string =>
  min > 0 ? `Geben Sie ${min} bis ${max} Zeichen ein.` : `Geben Sie höchstens ${max} Zeichen ein.`;

/** For refusals that have no text of their feature. */
const codes: Readonly<Record<PlatformProblemCode, string>> = {
  'sign-in-required': 'Melden Sie sich an, um fortzufahren.',
  'recent-sign-in-required': 'Bestätigen Sie zuerst Ihre Identität.',
  'second-factor-required': 'Dafür ist ein zweiter Faktor erforderlich.',
  'permission-missing': 'Sie haben nicht die nötigen Rechte. Wenden Sie sich an einen Administrator.',
  'invalid-anti-forgery-token': 'Laden Sie die Seite neu und versuchen Sie es erneut.',
  'validation-failed': 'Einige Angaben sind ungültig.',
  'changed-meanwhile':
    'Jemand anderes hat das geändert. Laden Sie die Seite neu, um die neueste Version zu sehen.',
  'if-match-required': 'Laden Sie die Seite neu und speichern Sie dann erneut.',
  busy: 'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'wrong-state': 'Das ist gerade nicht möglich. Laden Sie die Seite neu, um den Grund zu sehen.',
  'not-found': 'Das gibt es nicht mehr.',
  'too-large': 'Das ist zu groß, um gesendet zu werden.',
  'too-many-requests': 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
  failed:
    'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es erneut. Wenn er wieder auftritt, nennen Sie dem Betreiber die Anfragenummer.',
  unavailable: 'Der Server ist nicht bereit. Versuchen Sie es gleich noch einmal.',
  'service-failed': 'Der externe Dienst hat nicht wie erwartet geantwortet. Versuchen Sie es später erneut.',
};

/** Of other servers, which several features call. */
const outbound: ServerTexts<typeof OUTBOUND_TEXTS> = {
  'outbound.notHttps': '{host} muss eine https-URL sein.',
  'outbound.hasPassword': '{host} darf kein Passwort enthalten.',
  'outbound.notPublic': '{host} ist keine öffentliche Adresse, und OUTBOUND_ALLOW lässt sie nicht zu.',
  'outbound.dns': '{host} wurde nicht gefunden ({code}).',
  'outbound.connect': 'Die Verbindung zu {host} ist fehlgeschlagen ({code}).',
  'outbound.certificate': 'Das Zertifikat von {host} ist ungültig ({code}).',
  'outbound.tls': 'Es kam keine verschlüsselte Verbindung zu {host} zustande ({code}).',
  'outbound.timeout': 'Die Verbindung zu {host} kam nicht rechtzeitig zustande ({code}).',
  'outbound.reset': '{host} hat die Verbindung geschlossen ({code}).',
  'outbound.protocol': 'Die Antwort von {host} ist nicht lesbar ({code}).',
  'outbound.connectLimit': 'Die Verbindung zu {host} kam nicht innerhalb von {seconds} Sekunden zustande.',
  'outbound.firstByteLimit': '{host} hat nicht innerhalb von {seconds} Sekunden geantwortet.',
  'outbound.idleLimit': '{host} hat die Antwort nicht innerhalb von {seconds} Sekunden fortgesetzt.',
  'outbound.totalLimit': '{host} hat die Antwort nicht innerhalb von {seconds} Sekunden abgeschlossen.',
  'outbound.tooLarge': 'Die Antwort von {host} ist größer als {max} Bytes.',
  'outbound.unread': 'Die Antwort von {host} wurde nicht vollständig gelesen.',
  'outbound.canceled': 'Die Anfrage an {host} wurde abgebrochen.',
};

/** Every feature has its own beside its pages. */
const features = import.meta.glob<Readonly<Record<string, string>>>('../features/*/server-texts.de.ts', {
  eager: true,
  import: 'serverTexts',
});

export const texts: GeneralTexts = {
  rules: {
    isLine: length,
    isText: length,
    isMailbox: 'Geben Sie eine E-Mail-Adresse ein.',
    isTypedSecret: 'Geben Sie einen Wert ein, der nicht zu lang ist.',
    isId: 'Wählen Sie einen Eintrag aus der Liste.',
    isInstant: 'Geben Sie Datum und Uhrzeit ein.',
    isDay: 'Geben Sie ein Datum ein.',
    isPageLimit: ({ min = 1, max = 0 }) => `Geben Sie eine ganze Zahl von ${min} bis ${max} ein.`,
    isTimeZone: 'Geben Sie eine Zeitzone ein, z. B. Europe/Zurich.',
    isCursor: 'Die Liste hat sich geändert. Laden Sie sie neu.',
    isWebAddress: 'Geben Sie eine URL ein, die mit https:// oder http:// beginnt.',
    isBrowserAnswer: 'Die Antwort Ihres Browsers ist nicht lesbar. Beginnen Sie von vorn.',
    isRoleKey: 'Diese Rolle gibt es nicht.',
    isColumns: 'Wählen Sie aus den verfügbaren Spalten.',
    isSettingValues: 'Einige dieser Einstellungen gibt es nicht.',
    isSettingName: 'Diese Einstellung gibt es nicht.',
    isIn: 'Wählen Sie eine der Optionen.',
    isBoolean: 'Wählen Sie Ja oder Nein.',
    isArray: 'Geben Sie eine Liste ein.',
    isInt: 'Geben Sie eine ganze Zahl ein.',
    isNumber: 'Geben Sie eine Zahl ein.',
    isObject: 'Das Format ist ungültig.',
    min: 'Diese Zahl ist zu klein.',
    max: 'Diese Zahl ist zu groß.',
    matches: 'Das Format ist ungültig.',
    arrayMaxSize: 'Das sind zu viele Einträge.',
    arrayMinSize: 'Wählen Sie mindestens eines.',
    arrayNotEmpty: 'Wählen Sie mindestens eines.',
    arrayUnique: 'Jeder Eintrag darf nur einmal vorkommen.',
    nestedValidation: 'Das Format ist ungültig.',
    whitelistValidation: 'Dieses Feld ist unbekannt.',
  },
  messages: Object.assign({ ...codes, ...outbound }, ...Object.values(features)) as Readonly<
    Record<string, string>
  >,
};
