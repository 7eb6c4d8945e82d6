import type { REDIRECT_MESSAGES } from '@sitedesk/contract/redirects';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof REDIRECT_MESSAGES> = {
  'redirect.path': 'Geben Sie eine URL der Website ein, die mit / beginnt, ohne ? und #',
  'redirect.exists': 'Für diese URL gibt es schon eine Weiterleitung',
  'redirect.belongs': 'Diese URL gehört zu „{title}“ und führt dorthin',
  'redirect.belongsUnseen': 'Diese URL gehört zu einem eingeschränkten Artikel',
  'redirect.belongsDeleted':
    'Diese URL gehörte zu einem Artikel, der gelöscht wurde: geben Sie sie zuerst frei',
  'redirect.isList': 'Unter dieser URL ist eine Liste von Artikeln online',
  'redirect.needsTarget': 'Wählen Sie einen Artikel, oder geben Sie eine URL ein',
  'redirect.noTarget': 'Was es nicht mehr gibt, führt nirgendwohin',
  'redirect.oneTarget': 'Wählen Sie entweder einen Artikel oder eine URL',
  'redirect.itself': 'Das würde auf sich selbst führen',
  'redirect.leadsOn': '{path} wird selbst weitergeleitet: wählen Sie das Ziel dieser Weiterleitung',
  'redirect.leadsHere':
    '{path} führt hierher: ändern Sie das zuerst, sonst würde zweimal hintereinander weitergeleitet',
};
