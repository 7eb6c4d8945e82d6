import type { USER_TEXTS } from '@sitedesk/contract/users';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof USER_TEXTS> = {
  'users.unknown': 'Diesen Benutzer gibt es nicht.',
  'users.yourself': 'Das ist Ihr eigenes Konto. Verwenden Sie dafür Ihre Kontoseite.',
  'users.ownEmail': 'Ihre eigene Adresse ändern Sie in Ihrem Konto, wo Sie sie zuerst bestätigen.',
  'users.lastAdministrator':
    'Das ist der einzige Administrator, der sich anmelden kann. Weisen Sie die Rolle Administrator zuerst jemand anderem zu.',
  'users.alreadyJoined': 'Dieser Benutzer hat die Einladung bereits angenommen.',
  'users.notJoined':
    'Dieser Benutzer hat die Einladung noch nicht angenommen. Senden Sie stattdessen die Einladung erneut.',
  'users.alreadyConfirmed': 'Die E-Mail-Adresse dieses Benutzers ist bereits bestätigt.',
  'users.disabled': 'Dieser Benutzer ist deaktiviert. Aktivieren Sie ihn zuerst.',
  'users.noPassword': 'Dieser Benutzer meldet sich ohne Passwort an.',
  'users.inheritorNeeded': 'Wählen Sie, wer die Inhalte dieses Benutzers erhält.',
  'users.inheritorUnknown': 'Das ist kein aktiver Benutzer.',
  'users.inheritorDeleted': 'Wählen Sie jemanden, der nicht ebenfalls gelöscht wird.',
  'users.roleUnknown': 'Diese Rolle gibt es nicht.',
  'users.roleReserved': 'Diese Rolle ist reserviert und kann nicht zugewiesen werden.',
  'users.tooManyRoles': 'Dieser Benutzer hat zu viele Rollen.',
  'users.permissionsMissing': 'Dafür sind Rechte nötig, die Sie selbst nicht haben.',
};
