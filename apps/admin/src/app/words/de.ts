import {
  BUILT_IN_ROLE_DESCRIPTIONS,
  CAPTCHA_TEXTS,
  EMAIL_TEXTS,
  IDENTITY_TEXTS,
  INBOX_TEXTS,
  MAILING_LIST_TEXTS,
  OUTBOX_TEXTS,
  PASSKEY_LIMITS,
  PASSKEY_TEXTS,
  PASSWORD_LIMITS,
  PASSWORD_TEXTS,
  passwordTooShortText,
  ROLE_LIMITS,
  ROLE_TEXTS,
  type RuleLimits,
  SETTING_TEXTS,
  TWO_FACTOR_TEXTS,
  USER_TEXTS,
} from '@sitedesk/contract';
import { type ServerWords, translated } from './server-words.types';

const length = ({ min = 0, max = 0 }: RuleLimits): string =>
  min > 1 ? `Das müssen ${min} bis ${max} Zeichen sein.` : `Das dürfen höchstens ${max} Zeichen sein.`;
const minimum = (min: number): readonly [string, string] => [
  passwordTooShortText(min),
  `Verwenden Sie mindestens ${min} Zeichen.`,
];

const PEOPLE = [
  ...translated(IDENTITY_TEXTS, {
    signInRefused:
      'Die E-Mail-Adresse oder das Passwort stimmt nicht, oder dieses Konto kann sich gerade nicht anmelden.',
    secondFactorRefused: 'Dieser Code stimmt nicht oder wurde schon benutzt.',
    confirmationRefused: 'Das Passwort oder der Code stimmt nicht.',
    resetAnswered: 'Wenn es ein Konto mit dieser Adresse gibt, ist eine Nachricht mit einem Link unterwegs.',
    confirmationAnswered:
      'Wenn ein Konto mit dieser Adresse auf die Bestätigung wartet, ist eine Nachricht mit einem Link unterwegs.',
    registrationAnswered:
      'Wenn diese Adresse registriert werden kann, ist eine Nachricht mit einem Link unterwegs.',
    lastWayIn: 'Setzen Sie zuerst ein Passwort: Sonst könnten Sie sich nicht mehr anmelden.',
    hasPassword: 'Sie haben schon ein Passwort. Ändern Sie es.',
    passwordChangedMeanwhile: 'Ihr Passwort wurde inzwischen geändert.',
    linkRefused: 'Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.',
    notCurrentPassword: 'Das ist nicht Ihr jetziges Passwort.',
    passwordMissing: 'Geben Sie Ihr Passwort ein.',
    codeMissing: 'Geben Sie auch einen Code Ihres zweiten Faktors ein.',
    ownAddress: 'Das ist schon Ihre Adresse.',
    addressTaken: 'Es gibt schon einen Benutzer mit dieser E-Mail-Adresse.',
    setupCodeWrong: 'Das ist nicht der ausgegebene Code.',
    unknownUser: 'Diesen Benutzer gibt es nicht.',
  }),
  ...translated(TWO_FACTOR_TEXTS, {
    alreadySetUp:
      'Eine Authenticator-App ist schon eingerichtet. Entfernen Sie sie, bevor Sie eine andere einrichten.',
    notBegun: 'Beginnen Sie zuerst, die Authenticator-App einzurichten.',
    notSetUp: 'Es gibt keine Authenticator-App, die entfernt werden könnte.',
    noFactor:
      'Richten Sie zuerst eine Authenticator-App oder einen Passkey ein: Wiederherstellungscodes ersetzen nur diese.',
    passwordTooShort:
      'Ihr Passwort ist nur zusammen mit einem zweiten Faktor lang genug. Wählen Sie ein längeres, bevor Sie ihn entfernen.',
    required: 'Ihre Rolle verlangt hier einen zweiten Faktor. Richten Sie einen ein, um weiterzumachen.',
  }),
  ...translated(PASSKEY_TEXTS, {
    refused:
      'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal oder bestätigen Sie auf andere Weise, dass Sie es sind.',
    notRegistered: 'Dieser Passkey konnte nicht registriert werden. Beginnen Sie noch einmal.',
    registeredAlready: 'Dieser Passkey ist schon registriert.',
    tooMany: `Ein Konto kann ${PASSKEY_LIMITS.perAccount} Passkeys haben. Entfernen Sie einen, bevor Sie einen weiteren hinzufügen.`,
    needsHostname:
      'Passkeys brauchen einen Hostnamen, und diese Seite wurde über eine Zahlenadresse geöffnet.',
    changedMeanwhile:
      'Ihre Passkeys wurden inzwischen an anderer Stelle geändert. Versuchen Sie es noch einmal.',
  }),
  ...translated(PASSWORD_TEXTS, {
    tooLong: `Verwenden Sie ein kürzeres Passwort: höchstens ${PASSWORD_LIMITS.maxOctets} Buchstaben und Ziffern. Manche anderen Zeichen zählen bis zu vierfach.`,
    malformed: 'In diesem Passwort ist etwas, das kein Zeichen ist. Wählen Sie ein anderes.',
    common:
      'Dieses Passwort steht auf den Listen, die Angreifer zuerst ausprobieren. Wählen Sie ein anderes.',
    repetitive: 'Dieses Passwort wiederholt sich oder folgt der Tastatur. Wählen Sie ein anderes.',
    personal:
      'Dieses Passwort besteht aus Ihrer E-Mail-Adresse oder dem Namen der Website. Wählen Sie ein anderes.',
  }),
  minimum(PASSWORD_LIMITS.min),
  minimum(PASSWORD_LIMITS.minWithSecondFactor),
  ...translated(USER_TEXTS, {
    unknown: 'Diesen Benutzer gibt es nicht.',
    yourself:
      'Das ist Ihr eigenes Konto. Tun Sie das auf seiner eigenen Seite, damit es nicht versehentlich geschieht.',
    ownEmail: 'Ändern Sie Ihre eigene Adresse in Ihrem Konto. Dort wird die neue zuerst bestätigt.',
    lastAdministrator:
      'Das ist der letzte Administrator, der sich anmelden kann. Geben Sie die Rolle zuerst jemand anderem.',
    alreadyJoined: 'Dieser Benutzer hat die Einladung schon angenommen.',
    notJoined:
      'Dieser Benutzer hat die Einladung noch nicht angenommen. Senden Sie stattdessen die Einladung.',
    alreadyConfirmed: 'Die Adresse dieses Benutzers ist schon bestätigt.',
    disabled: 'Dieser Benutzer ist deaktiviert. Aktivieren Sie ihn zuerst.',
    noPassword: 'Dieser Benutzer meldet sich ohne Passwort an.',
    inheritorNeeded: 'Nennen Sie, wer bekommt, was diesem Benutzer gehört.',
    inheritorUnknown: 'Einen solchen aktiven Benutzer gibt es nicht.',
    inheritorDeleted: 'Wer die Inhalte bekommt, darf nicht mit gelöscht werden.',
    roleUnknown: 'Diese Rolle gibt es nicht.',
    roleReserved: 'Diese Rolle ist reserviert. Niemand kann sie bekommen.',
    tooManyRoles: 'So viele Rollen kann ein Benutzer nicht haben.',
    permissionsMissing: 'Dazu braucht es Berechtigungen, die Sie selbst nicht haben.',
  }),
  ...translated(ROLE_TEXTS, {
    builtIn:
      'Eingebaute Rollen bleiben, wie sie sind. Legen Sie eine neue Rolle mit den gewünschten Berechtigungen an.',
    nameTaken: 'Es gibt schon eine Rolle mit diesem Namen.',
    unknown: 'Diese Rolle gibt es nicht.',
    tooMany: `Eine Website kann ${ROLE_LIMITS.perTenant} eigene Rollen haben.`,
  }),
  ...translated(BUILT_IN_ROLE_DESCRIPTIONS, {
    Administrator: 'Voller Zugriff: Benutzer, Einstellungen, CDN, Speicher, Protokolle.',
    Editor: 'Erstellt und veröffentlicht Inhalte, Vorlagen und Layouts; Dateien.',
    Author:
      'Erstellt und bearbeitet eigene Inhalte und reicht sie zur Prüfung ein; Dateien; veröffentlicht nicht.',
    Reviewer: 'Sieht nur an und gibt Rückmeldung.',
    Authenticated: 'Reserviert.',
    Anonymous: 'Reserviert.',
  }),
];

const SITE = [
  ...translated(SETTING_TEXTS, {
    unknownGroup: 'Diese Gruppe von Einstellungen gibt es nicht.',
    unknown: 'Diese Einstellung gibt es nicht.',
    byEnvironment: 'Die Umgebungsvariable {variable} legt das fest; nur dort kann es geändert werden.',
    byFile: 'Die Konfigurationsdatei legt das fest; nur dort kann es geändert werden.',
    captchaElsewhere:
      'Die Umgebung oder die Konfigurationsdatei legt die CAPTCHA-Werte einzeln fest ({names}); nur dort kann es geändert werden.',
    unchanged: 'Es würde sich nichts ändern.',
    secondFactorFirst:
      'Sie haben die Rolle {role} und noch keinen zweiten Faktor. Richten Sie zuerst in Ihrem Konto einen ein, sonst sperrt Ihre eigene Änderung Sie aus.',
    maskInText:
      'Das gespeicherte Geheimnis wird nie in einen geänderten Wert eingesetzt. Geben Sie den ganzen Wert neu ein oder lassen Sie ihn weg, um ihn zu behalten.',
    undoSecret: 'Der frühere Wert von {name} war geheim und ist nicht aufgehoben. Geben Sie ihn neu ein.',
    undoChangedSince: 'Seitdem wurde es wieder geändert: Machen Sie zuerst die neuere Änderung rückgängig.',
    undoNotChanged: 'Was sie gesetzt hat, ist noch wie zuvor: Es gibt nichts rückgängig zu machen.',
    undoLocked: 'Es kann nur dort geändert werden, wo es jetzt festgelegt ist: {reason}',
  }),
  ...translated(EMAIL_TEXTS, {
    noConnection: 'Geben Sie eine Verbindungszeichenfolge ein oder speichern Sie zuerst eine.',
    noSender: 'Geben Sie die Adresse ein, von der Mails kommen.',
    noRecipient: 'Geben Sie die Adresse ein, an die die Testmail geht.',
    subject: 'Testmail von {site}',
    tokenHidden: 'Der Link in dieser Mail wird nicht gezeigt: Wer ihn hat, hat das Konto.',
  }),
  ...translated(OUTBOX_TEXTS, {
    sending: 'Diese Mail ist gerade unterwegs. Versuchen Sie es in einer Minute noch einmal.',
    sent: 'Der Dienst hat diese Mail schon angenommen.',
    notWaiting: 'Diese Mail wartet nicht mehr, es gibt also nichts abzubrechen.',
    contentGone:
      'Der Text dieser Mail wird nach dem Aufgeben nicht aufgehoben, weil er einen geheimen Link enthält. Lösen Sie dort, wo sie herkam, eine neue aus.',
    cancelled: 'Abgebrochen von {name}.',
    contactsOnly:
      'Diese Mail enthält die Nachricht eines Besuchers. Sie wird denen gezeigt, die Kontakte verwalten.',
  }),
  ...translated(INBOX_TEXTS, {
    alertsLocked: 'Das hat der Betreiber festgelegt; hier kann es nicht geändert werden.',
    countChanged:
      'Die Zahl der Nachrichten hat sich geändert, seit Sie nachgesehen haben. Sehen Sie noch einmal nach, bevor Sie weitermachen.',
    oneSelection: 'Nennen Sie die Nachrichten auf eine Weise: Kennungen, Filter oder Vorgang.',
    exportsBusy: 'Andere Exporte laufen. Versuchen Sie es, wenn sie fertig sind.',
  }),
  ...translated(MAILING_LIST_TEXTS, {
    keyRefused: 'Der Dienst nimmt diesen API-Schlüssel nicht an.',
    keyMalformed:
      'Ein API-Schlüssel dieses Dienstes besteht aus 32 Buchstaben und Ziffern, einem Strich und dem Rechenzentrum, etwa ...-us21.',
    unreachable: 'Der Dienst ist gerade nicht erreichbar: {reason}',
    notConnected: 'Es ist kein Newsletter-Dienst verbunden.',
    notChosen: 'Wählen Sie zuerst eine Liste.',
    unknownList: 'Das Konto hat keine solche Liste.',
    unknownField: 'Die Liste hat kein solches Feld.',
    fieldTwice: 'Dieses Feld wird schon gefüllt.',
    fieldNotText: 'Dieses Feld nimmt keinen Text.',
    fieldRequired:
      'Die Liste verlangt die Felder {fields}; füllen Sie sie oder machen Sie sie beim Dienst freiwillig.',
    pagesMissing: 'Nennen Sie mindestens eine Seite.',
    statementMissing: 'Sagen Sie, warum es richtig ist, alle hinzuzufügen, die schreiben.',
    pageForm: 'Eine Seite ist ein Pfad wie /newsletter oder einer mit einem * am Ende.',
    addressRefused: 'Diese Adresse darf nicht aufgerufen werden: {reason}',
  }),
  ...translated(CAPTCHA_TEXTS, {
    noProvider: 'Wählen Sie zuerst einen Anbieter.',
    noSecret: 'Geben Sie den geheimen Schlüssel ein oder speichern Sie zuerst einen.',
    secretOfOtherHost:
      'Der gespeicherte geheime Schlüssel gehört zu einem anderen Host und wird nicht an diesen gesendet. Geben Sie ihn neu ein.',
  }),
];

export const words: ServerWords = {
  codes: {
    'sign-in-required': 'Melden Sie sich an, um das zu tun.',
    'recent-sign-in-required': 'Bestätigen Sie zuerst, dass Sie es sind.',
    'second-factor-required': 'Dazu braucht es einen zweiten Faktor.',
    'permission-missing': 'Dazu fehlt Ihnen die Berechtigung. Ein Administrator kann sie Ihnen geben.',
    'invalid-anti-forgery-token': 'Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    'validation-failed': 'Manche Angaben sind nicht gültig.',
    'changed-meanwhile': 'Jemand hat das inzwischen geändert. Laden Sie es neu.',
    'if-match-required': 'Laden Sie die Seite neu und speichern Sie dann.',
    'last-administrator': 'Das ist der letzte Administrator, der sich anmelden kann.',
    'setup-closed': 'Die Einrichtung dieser Website ist abgeschlossen.',
    busy: 'Gerade tun das viele. Versuchen Sie es gleich noch einmal.',
    'link-refused': 'Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.',
    'two-factor-conflict': 'Ihr zweiter Faktor wurde inzwischen geändert. Laden Sie die Seite neu.',
    'password-too-short': 'Ohne zweiten Faktor ist Ihr Passwort zu kurz. Wählen Sie zuerst ein längeres.',
    'mail-not-configured': 'Diese Website versendet noch keine Mail. Ein Administrator kann das einrichten.',
    'built-in-role': 'Eingebaute Rollen bleiben, wie sie sind.',
    'wrong-state': 'Das geht gerade nicht. Laden Sie die Seite neu, um zu sehen, warum.',
    'service-failed':
      'Der Dienst, den es dazu braucht, hat es nicht getan. Versuchen Sie es später noch einmal.',
  },
  statuses: {
    404: 'Das gibt es nicht mehr.',
    429: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    500: 'Der Server ist gescheitert. Versuchen Sie es noch einmal; geht es so weiter, nennen Sie Ihrem Betreiber die Nummer.',
    503: 'Der Server ist nicht bereit. Versuchen Sie es gleich noch einmal.',
  },
  rules: {
    isLine: length,
    isText: length,
    isMailbox: 'Das muss eine E-Mail-Adresse sein.',
    isTypedSecret: 'Das ist nötig und darf nicht so lang sein.',
    isId: 'Wählen Sie eines, das es gibt.',
    isInstant: 'Das muss ein Datum mit Uhrzeit sein.',
    isPageLimit: ({ min = 1, max = 0 }) => `Das muss eine ganze Zahl von ${min} bis ${max} sein.`,
    isTimeZone: 'Das muss eine Zeitzone sein, etwa Europe/Zurich.',
    isCursor: 'Die Liste hat sich geändert. Laden Sie sie neu.',
    isWebAddress: 'Das muss eine Adresse sein, die mit https:// oder http:// beginnt.',
    isBrowserAnswer: 'Die Antwort des Browsers ist nicht lesbar. Beginnen Sie noch einmal.',
    isRoleKey: 'Diese Rolle gibt es nicht.',
    isColumns: 'Wählen Sie unter den Spalten, die es gibt.',
    isSettingValues: 'Manche dieser Einstellungen gibt es nicht.',
    isSettingName: 'Diese Einstellung gibt es nicht.',
    isIn: 'Wählen Sie eine der Möglichkeiten.',
    isBoolean: 'Das muss ja oder nein sein.',
    isArray: 'Das muss eine Liste sein.',
    isInt: 'Das muss eine ganze Zahl sein.',
    isNumber: 'Das muss eine Zahl sein.',
    isObject: 'Das hat die falsche Form.',
    min: 'Diese Zahl ist zu klein.',
    max: 'Diese Zahl ist zu groß.',
    matches: 'Das hat die falsche Form.',
    arrayMaxSize: 'Das sind zu viele.',
    arrayMinSize: 'Wählen Sie mindestens eines.',
    arrayNotEmpty: 'Wählen Sie mindestens eines.',
    arrayUnique: 'Jedes darf einmal genannt werden.',
    nestedValidation: 'Das hat die falsche Form.',
    whitelistValidation: 'Das ist hier nicht bekannt.',
  },
  sentences: new Map([...PEOPLE, ...SITE]),
};
