import { type ROLE_TEXTS, type BUILT_IN_ROLE_DESCRIPTIONS, ROLE_LIMITS } from '@sitedesk/contract/roles';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof ROLE_TEXTS | typeof BUILT_IN_ROLE_DESCRIPTIONS> = {
  'roles.builtIn':
    'Integrierte Rollen können nicht geändert werden. Erstellen Sie eine neue Rolle mit den gewünschten Rechten.',
  'roles.nameTaken': 'Es gibt bereits eine Rolle mit diesem Namen.',
  'roles.unknown': 'Diese Rolle gibt es nicht.',
  'roles.missing': 'Es gibt keine Rolle {id}.',
  'roles.tooMany': `Eine Website kann höchstens ${ROLE_LIMITS.perTenant} eigene Rollen haben.`,
  'built-in-role.Administrator':
    'Voller Zugriff: liest Nachrichten und verwaltet Benutzer, Einstellungen, CDN, Speicher und Audit-Protokoll.',
  'built-in-role.Editor':
    'Erstellt und veröffentlicht Inhalte, Vorlagen und Layouts. Liest und verwaltet Nachrichten, Dateien und E-Mail.',
  'built-in-role.Author':
    'Erstellt und bearbeitet eigene Inhalte und reicht sie zur Prüfung ein. Verwaltet Dateien. Kann nicht veröffentlichen und keine Nachrichten lesen.',
  'built-in-role.Reviewer': 'Kann Inhalte ansehen und Feedback geben. Kann keine Nachrichten lesen.',
  'built-in-role.Authenticated': 'Für interne Zwecke reserviert.',
  'built-in-role.Anonymous': 'Für interne Zwecke reserviert.',
};
