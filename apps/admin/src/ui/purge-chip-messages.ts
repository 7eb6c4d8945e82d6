import type { CdnProviderName, PurgeState } from '@sitedesk/contract/cdn';
import { defineMessages } from '../app/i18n';

interface Words {
  readonly states: Readonly<Record<PurgeState, string>>;
  readonly texts: Readonly<Record<PurgeState, string>>;
  readonly providers: Readonly<Record<CdnProviderName, string>>;
  readonly [text: string]: string | Readonly<Record<string, string>>;
}

defineMessages<Words>('purgeChip', {
  en: {
    stored: 'Stored',
    withdrawn: 'Withdrawn',
    addresses: '1 address | {count} addresses',
    everything: 'whole site',
    live: '{stored}, purged ({what}), live after {seconds} s',
    gone: '{stored}, purged ({what}), gone after {seconds} s',
    states: {
      waiting: '{stored}, waiting for the purge',
      sent: '{stored}, purge sent',
      accepted: '{stored}, purged ({what}), being checked',
      working: '{stored}, {provider} is purging ({what})',
      live: '{stored}, purged ({what}), live',
      old: '{stored}, purged ({what}), visitors still get the old page',
      failed: '{stored}, purge failed',
      unchecked: '{stored}, purged ({what}), not checked',
      forgotten: '{stored}, not purged',
    },
    texts: {
      waiting: 'The change is stored. The CDN is asked to purge its copies soon.',
      sent: 'The CDN was asked to purge its copies. There’s no response yet.',
      accepted: 'The CDN has accepted the purge. The public page is being fetched to see what visitors get.',
      working: 'The CDN has accepted the purge and is working on it. At Azure, this can take 20 minutes.',
      live: 'The public page was fetched as visitors do, and it’s as it should be.',
      old: 'The CDN has accepted the purge, but still hands out the old page.',
      failed: 'The CDN didn’t purge its copies, so visitors may see the old page until they expire.',
      unchecked: 'The CDN has accepted the purge. There was nothing to fetch, or it couldn’t be fetched.',
      forgotten: 'Someone has dropped the purge, so visitors may see the old page until the copies expire.',
    },
    providers: { cloudflare: 'Cloudflare', cloudfront: 'CloudFront', azure: 'Azure', sucuri: 'Sucuri' },
    evidence: 'What visitors get',
    look: '{time}: expected {expected}, got {seen}',
    nothing: 'nothing',
    manage: 'Open CDN',
  },
  de: {
    stored: 'Gespeichert',
    withdrawn: 'Zurückgezogen',
    addresses: '1 Adresse | {count} Adressen',
    everything: 'ganze Website',
    live: '{stored}, geleert ({what}), live nach {seconds} s',
    gone: '{stored}, geleert ({what}), verschwunden nach {seconds} s',
    states: {
      waiting: '{stored}, wartet auf das Leeren',
      sent: '{stored}, Leeren gesendet',
      accepted: '{stored}, geleert ({what}), wird geprüft',
      working: '{stored}, {provider} leert ({what})',
      live: '{stored}, geleert ({what}), live',
      old: '{stored}, geleert ({what}), Besucher bekommen noch die alte Seite',
      failed: '{stored}, Leeren fehlgeschlagen',
      unchecked: '{stored}, geleert ({what}), nicht geprüft',
      forgotten: '{stored}, nicht geleert',
    },
    texts: {
      waiting: 'Die Änderung ist gespeichert. Das CDN wird bald gebeten, seine Kopien zu löschen.',
      sent: 'Das CDN wurde gebeten, seine Kopien zu löschen. Eine Antwort steht noch aus.',
      accepted:
        'Das CDN hat das Leeren angenommen. Die öffentliche Seite wird abgerufen, um zu sehen, was Besucher bekommen.',
      working: 'Das CDN hat das Leeren angenommen und arbeitet daran. Bei Azure kann das 20 Minuten dauern.',
      live: 'Die öffentliche Seite wurde wie von Besuchern abgerufen und ist, wie sie sein soll.',
      old: 'Das CDN hat das Leeren angenommen, liefert aber noch die alte Seite.',
      failed:
        'Das CDN hat seine Kopien nicht gelöscht; Besucher sehen möglicherweise die alte Seite, bis sie ablaufen.',
      unchecked:
        'Das CDN hat das Leeren angenommen. Es gab nichts abzurufen, oder es ließ sich nicht abrufen.',
      forgotten:
        'Das Leeren wurde verworfen; Besucher sehen möglicherweise die alte Seite, bis die Kopien ablaufen.',
    },
    providers: { cloudflare: 'Cloudflare', cloudfront: 'CloudFront', azure: 'Azure', sucuri: 'Sucuri' },
    evidence: 'Was Besucher bekommen',
    look: '{time}: {expected} erwartet, {seen} erhalten',
    nothing: 'nichts',
    manage: 'CDN öffnen',
  },
});
