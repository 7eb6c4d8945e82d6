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
  'cdn.cannotLook': 'Die öffentliche Adresse lässt sich nicht abrufen: {reason}',
};
