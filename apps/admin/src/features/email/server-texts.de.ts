import type { CONNECTION_TEXTS, EMAIL_TEXTS } from '@sitedesk/contract/email';
import type { DELIVERY_TEXTS, OUTBOX_TEXTS } from '@sitedesk/contract/outbox';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<
  typeof EMAIL_TEXTS | typeof CONNECTION_TEXTS | typeof OUTBOX_TEXTS | typeof DELIVERY_TEXTS
> = {
  'email.noConnection': 'Geben Sie eine Verbindungszeichenfolge ein oder speichern Sie zuerst eine.',
  'email.noSender': 'Geben Sie die Absenderadresse ein.',
  'email.demonstrationSender': 'muss statt der Adresse der Demo eine sein, die Ihr Anbieter zulässt',
  'email.testRecipient':
    'Test-E-Mails gehen an Ihre eigene Adresse oder an den Empfänger der Benachrichtigungen.',
  'email.openPassword':
    'Das Passwort wird möglicherweise unverschlüsselt gesendet, weil keine Verschlüsselung verlangt wird.',
  'email.openEmails':
    'E-Mails werden möglicherweise unverschlüsselt gesendet, weil keine Verschlüsselung verlangt wird.',
  'email.uncheckedCertificate':
    'Das Zertifikat des Servers wird nicht geprüft, ein Angreifer im Netz könnte sich also als dieser Server ausgeben.',
  'email.connected': 'Verbunden mit {address}.',
  'email.unencrypted': 'Die Verbindung ist nicht verschlüsselt.',
  'email.noTls':
    'Der Server verwendet TLS auf diesem Port nicht von Anfang an. Für SMTP mit STARTTLS verwenden Sie smtp:// statt smtps://.',
  'email.noUser': 'Es ist kein Benutzername festgelegt, deshalb entfällt die Anmeldung.',
  'email.signedIn': 'Angemeldet als {user}.',
  'email.keyAccepted': 'Die API hat den Schlüssel akzeptiert.',
  'email.accepted': 'Angenommen.',
  'email.notReached': 'Nicht erreicht.',
  'email.sendsNothing': 'Dieser Anbieter sendet nichts.',
  'email.notSent': 'Angenommen und nicht gesendet, weil der Anbieter „none“ ist.',
  'connection-string.empty': 'Die Verbindungszeichenfolge ist leer.',
  'connection-string.controlCharacter': 'Die Verbindungszeichenfolge enthält ein Steuerzeichen.',
  'connection-string.unknown':
    'Die Verbindungszeichenfolge ist unbekannt. Sie muss eine dieser Formen haben: {forms}.',
  'connection-string.noAccessKey': 'Die Verbindungszeichenfolge hat einen endpoint, aber keinen accesskey.',
  'connection-string.accessKey': 'Der accesskey muss Base64 sein.',
  'connection-string.apiUrl': 'Die Verbindungszeichenfolge muss die Form sendgrid://schlüssel haben.',
  'connection-string.apiKey':
    'Der API-Schlüssel darf nur Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche enthalten.',
  'connection-string.https': 'Dieser Teil muss https verwenden: {part}.',
  'connection-string.origin': 'Dieser Teil muss eine https-Adresse ohne Pfad sein: {part}.',
  'connection-string.escape':
    'Ein % leitet keine gültige Maskierung ein ({part}). Schreiben Sie ein Prozentzeichen als %25.',
  'connection-string.smtpUrl':
    'Die Verbindungszeichenfolge muss die Form smtp://benutzer:passwort@host:587 haben. Maskieren Sie die Zeichen / ? # @ : % in Benutzername und Passwort, z. B. %40 für @.',
  'connection-string.port': 'Der Port muss zwischen 1 und 65535 liegen.',
  'connection-string.noUser': 'Die Verbindungszeichenfolge hat ein Passwort, aber keinen Benutzernamen.',
  'connection-string.noPassword': 'Die Verbindungszeichenfolge hat einen Benutzernamen, aber kein Passwort.',
  'connection-string.options': 'Erlaubt sind nur die Optionen {options}.',
  'connection-string.optionEmpty': 'Die Option {option} benötigt einen Wert.',
  'connection-string.greetingName':
    'Die Option name muss ein Hostname oder eine IP-Adresse in eckigen Klammern sein.',
  'connection-string.optionFlag': 'Die Option {option} muss true oder false sein.',
  'delivery.not-allowed': 'Diese Website darf sich nicht mit der Adresse des Anbieters verbinden: {words}',
  'delivery.certificate': 'Das Zertifikat des Anbieters ist ungültig: {words}',
  'delivery.tls': 'Es kam keine verschlüsselte Verbindung zum Anbieter zustande: {words}',
  'delivery.timeout': 'Der Anbieter hat nicht rechtzeitig geantwortet: {words}',
  'delivery.dns': 'Der Hostname des Anbieters wurde nicht gefunden: {words}',
  'delivery.connection': 'Die Verbindung zum Anbieter ist fehlgeschlagen: {words}',
  'outbox.withdrawn': 'Abgebrochen, weil es den Anlass dieser E-Mail nicht mehr gibt.',
  'outbox.linkExpired': 'Der Link in dieser E-Mail ist abgelaufen, bevor sie gesendet werden konnte.',
  'outbox.unreadable': 'Die E-Mail lässt sich mit den verfügbaren Schlüsseln nicht entschlüsseln.',
  'outbox.sending': 'Diese E-Mail wird gerade gesendet. Versuchen Sie es in einer Minute erneut.',
  'outbox.sent': 'Der Anbieter hat diese E-Mail bereits angenommen.',
  'outbox.notWaiting': 'Diese E-Mail wartet nicht mehr, daher gibt es nichts abzubrechen.',
  'outbox.contentGone':
    'Der Text einer fehlgeschlagenen E-Mail mit einem geheimen Link wird nicht aufbewahrt. Senden Sie von dort, wo sie herkam, eine neue.',
  'outbox.cancelled': 'Abgebrochen von {name}.',
  'outbox.contactsOnly':
    'Diese E-Mail enthält die Nachricht eines Besuchers. Um sie zu sehen, benötigen Sie das Recht, Kontakte zu verwalten.',
  'outbox.articlesOnly':
    'In dieser E-Mail geht es um einen Artikel. Um sie zu sehen, benötigen Sie das Recht, Seiten anzusehen.',
  'outbox.providerMissing': 'Es ist kein E-Mail-Anbieter eingerichtet.',
  'outbox.senderMissing': 'Es ist keine Absenderadresse festgelegt.',
  'outbox.recipientMissing': 'Es ist kein Empfänger festgelegt.',
};
