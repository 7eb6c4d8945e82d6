import type { CDN_TEXTS } from '@sitedesk/contract/cdn';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof CDN_TEXTS> = {
  'cdn.off': 'Es ist kein CDN eingerichtet.',
  'cdn.incomplete': 'Die Einstellungen des CDN sind unvollständig.',
  'cdn.zone': 'Eine Zonen-ID von Cloudflare besteht aus 32 Buchstaben und Ziffern (0–9, a–f).',
  'cdn.checkSeconds':
    'muss aus bis zu 8 ganzen Zahlen (Sekunden) bestehen, jede größer als die vorige, z. B. 1, 3, 10, 30',
  'cdn.foreignUrl': 'Das ist keine URL der Website {host}.',
  'cdn.noPublicUrl': 'Legen Sie zuerst die öffentliche URL der Website fest.',
  'cdn.oneKind': 'Nennen Sie entweder URLs, Tags oder alles.',
  'cdn.confirm': 'Geben Sie den Hostnamen der Website ein: {host}',
  'cdn.tooSoon': 'Vor weniger als {seconds} Sekunden wurde alles geleert. Warten Sie einen Moment.',
  'cdn.notStopped': 'Nur was fehlgeschlagen ist, kann wiederholt werden.',
  'cdn.notWaiting': 'Nur was wartet oder fehlgeschlagen ist, kann verworfen werden.',
  'cdn.tokenRefused': 'Cloudflare akzeptiert das API-Token nicht: {reason}',
  'cdn.tokenInactive': 'Der Zustand des API-Tokens ist „{status}“.',
  'cdn.rightMissing':
    'Das API-Token darf den Cache dieser Zone nicht leeren. Es braucht das Recht Zone > Cache Purge > Purge. {reason}',
  'cdn.zoneUnknown': 'Die Zone gibt es nicht, oder das API-Token gilt nicht für sie. {reason}',
  'cdn.notUnderstood': 'Die Antwort ist nicht zu verstehen ({status}).',
  'cdn.redirected': 'Der Dienst leitet weiter ({status}). Dem wird nicht gefolgt.',
  'cdn.unreachable': 'Der Dienst ist nicht erreichbar. {reason}',
  'cdn.answered': 'Der Dienst sagt: {reason}',
  'cdn.throttled': 'Zu viele Anfragen. Der Dienst bittet, {seconds} Sekunden zu warten.',
  'cdn.clockWrong':
    'Die Uhr des Servers geht etwa {minutes} Minuten falsch, deshalb werden seine Signaturen nicht akzeptiert. Es wird wieder versucht; stellen Sie die Uhr.',
  'cdn.tagsUnsupported': 'Dieses CDN lässt sich nicht nach Tags leeren.',
  'cdn.distribution':
    'Eine Distributions-ID von CloudFront besteht aus Großbuchstaben und Ziffern, z. B. E2EXAMPLE1ABCD.',
  'cdn.accessKeyId': 'Eine Zugriffsschlüssel-ID von AWS besteht aus 16 bis 128 Großbuchstaben und Ziffern.',
  'cdn.awsRefused': 'AWS akzeptiert den Zugriffsschlüssel nicht: {reason}',
  'cdn.awsRightMissing':
    'Dem Zugriffsschlüssel fehlen Rechte. Er braucht cloudfront:CreateInvalidation und cloudfront:GetInvalidation für diese Distribution. {reason}',
  'cdn.distributionUnknown': 'In diesem Konto gibt es die Distribution nicht. {reason}',
  'cdn.guid': 'muss eine ID wie 01234567-89ab-cdef-0123-456789abcdef sein',
  'cdn.directory': 'muss die ID oder eine Domain des Verzeichnisses (Mandanten) sein',
  'cdn.azureName': 'muss der Name in Azure sein: Buchstaben, Ziffern und Bindestriche',
  'cdn.azureSecretWrong':
    'Der geheime Clientschlüssel ist falsch (AADSTS{number}). Geben Sie seinen Wert ein, nicht seine ID.',
  'cdn.azureSecretExpired':
    'Der geheime Clientschlüssel ist abgelaufen (AADSTS{number}). Erstellen Sie einen neuen.',
  'cdn.azureClientUnknown': 'Das Verzeichnis kennt die Anwendung nicht (AADSTS{number}).',
  'cdn.azureDirectoryUnknown': 'Das Verzeichnis (den Mandanten) gibt es nicht (AADSTS{number}).',
  'cdn.azureRefused': 'Microsoft verweigert die Anmeldung: {reason}',
  'cdn.azureRightMissing':
    'Die Anwendung darf das nicht. Sie braucht eine Rolle mit Microsoft.Cdn/profiles/{kind}/purge/action und Microsoft.Cdn/profiles/{kind}/read. {reason}',
  'cdn.azureUnknown':
    'Azure findet den Endpunkt nicht. Prüfen Sie Abonnement, Ressourcengruppe, Profil und Endpunkt. {reason}',
  'cdn.azureEnded': 'Azure meldet, dass das Leeren mit {status} endete. {reason}',
  'cdn.pollingElsewhere':
    'Azure hat für Fragen zum Leeren eine Adresse von {host} genannt. Dorthin wurde nichts gesendet.',
  'cdn.sucuriKey':
    'API-Schlüssel und API-Geheimnis von Sucuri bestehen aus je 32 Buchstaben und Ziffern (0–9, a–f).',
  'cdn.sucuriRefused': 'Sucuri akzeptiert den API-Schlüssel nicht: {reason}',
  'cdn.cannotLook': 'Die öffentliche Adresse lässt sich nicht abrufen: {reason}',
};
