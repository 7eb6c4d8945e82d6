import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { CDN: 'CDN' },
    pages: { cdn: 'Purge the CDN in front of the public site when pages change.' },
    CDN: {
      Provider: 'Provider',
      ProviderHelp: 'The service that keeps copies of your pages near visitors.',
      CloudflareZone: 'Zone ID',
      CloudflareZoneHelp:
        'In the Cloudflare dashboard, on the overview of your domain. Another zone needs its own token.',
      CloudflareToken: 'API token',
      CloudflareTokenHelp:
        'With the permission Zone > Cache Purge > Purge, for this zone only. Never the global API key. Stored encrypted and never shown again.',
      CloudflarePlan: 'Plan',
      CloudflarePlanHelp: 'How often Cloudflare lets you purge. We stay at 80 percent of that.',
      CheckSeconds: 'Checks after a purge',
      CheckSecondsHelp:
        'When the public page is fetched to see whether the new version is there, in seconds after the purge.',
    },
    words: {
      CDN: {
        Provider: 'cache content delivery network edge cloudflare',
        CloudflareZone: 'cloudflare domain id',
        CloudflareToken: 'cloudflare key credentials secret',
        CloudflarePlan: 'cloudflare rate limit budget',
        CheckSeconds: 'verify purge proof schedule',
      },
    },
    choices: {
      cloudflare: 'Cloudflare',
      free: 'Free',
      pro: 'Pro',
      business: 'Business',
      enterprise: 'Enterprise',
    },
  },
  de: {
    groups: { CDN: 'CDN' },
    pages: { cdn: 'Das CDN vor der öffentlichen Website leeren, wenn sich Seiten ändern.' },
    CDN: {
      Provider: 'Anbieter',
      ProviderHelp: 'Der Dienst, der Kopien Ihrer Seiten nah bei den Besuchern hält.',
      CloudflareZone: 'Zonen-ID',
      CloudflareZoneHelp:
        'Im Dashboard von Cloudflare in der Übersicht Ihrer Domain. Eine andere Zone braucht ein eigenes Token.',
      CloudflareToken: 'API-Token',
      CloudflareTokenHelp:
        'Mit dem Recht Zone > Cache Purge > Purge, nur für diese Zone. Nie der globale API-Schlüssel. Wird verschlüsselt gespeichert und nicht mehr angezeigt.',
      CloudflarePlan: 'Tarif',
      CloudflarePlanHelp: 'Wie oft Cloudflare das Leeren erlaubt. Wir bleiben bei 80 Prozent davon.',
      CheckSeconds: 'Prüfungen nach dem Leeren',
      CheckSecondsHelp:
        'Wann die öffentliche Seite abgerufen wird, um zu sehen, ob die neue Version da ist, in Sekunden nach dem Leeren.',
    },
    words: {
      CDN: {
        Provider: 'cache zwischenspeicher content delivery network cloudflare',
        CloudflareZone: 'cloudflare domain kennung',
        CloudflareToken: 'cloudflare schlüssel zugangsdaten geheimnis',
        CloudflarePlan: 'cloudflare limit budget kontingent',
        CheckSeconds: 'prüfen nachweis zeitplan',
      },
    },
    choices: {
      cloudflare: 'Cloudflare',
      free: 'Free',
      pro: 'Pro',
      business: 'Business',
      enterprise: 'Enterprise',
    },
  },
});
