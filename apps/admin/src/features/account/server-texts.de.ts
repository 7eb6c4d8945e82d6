import { type PASSKEY_TEXTS, PASSKEY_LIMITS } from '@sitedesk/contract/passkeys';
import { type PASSWORD_TEXTS, PASSWORD_LIMITS } from '@sitedesk/contract/passwords';
import type { TWO_FACTOR_TEXTS } from '@sitedesk/contract/two-factor';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<
  typeof TWO_FACTOR_TEXTS | typeof PASSKEY_TEXTS | typeof PASSWORD_TEXTS
> = {
  'two-factor.alreadySetUp':
    'Es ist bereits eine Authenticator-App eingerichtet. Entfernen Sie sie, bevor Sie eine andere einrichten.',
  'two-factor.notBegun': 'Beginnen Sie zuerst mit der Einrichtung der Authenticator-App.',
  'two-factor.notSetUp': 'Es gibt keine Authenticator-App, die entfernt werden könnte.',
  'two-factor.noFactor':
    'Richten Sie zuerst eine Authenticator-App oder einen Passkey ein. Wiederherstellungscodes sind nur ein Ersatz dafür.',
  'two-factor.passwordTooShort':
    'Ihr Passwort ist nur in Kombination mit einem zweiten Faktor lang genug. Wählen Sie ein längeres, bevor Sie ihn entfernen.',
  'two-factor.required':
    'Ihre Rolle auf dieser Website erfordert einen zweiten Faktor. Richten Sie einen ein, um fortzufahren.',
  'passkeys.refused':
    'Dieser Passkey wurde nicht akzeptiert. Versuchen Sie es erneut oder bestätigen Sie Ihre Identität auf andere Weise.',
  'passkeys.notRegistered': 'Dieser Passkey konnte nicht registriert werden. Beginnen Sie von vorn.',
  'passkeys.registeredAlready': 'Dieser Passkey ist bereits registriert.',
  'passkeys.tooMany': `Ein Konto kann höchstens ${PASSKEY_LIMITS.perAccount} Passkeys haben. Entfernen Sie einen, bevor Sie einen weiteren hinzufügen.`,
  'passkeys.needsHostname':
    'Passkeys benötigen einen Hostnamen, Sie haben diese Seite aber über eine IP-Adresse geöffnet.',
  'passkeys.changedMeanwhile': 'Ihre Passkeys wurden an anderer Stelle geändert. Versuchen Sie es erneut.',
  'passwords.tooLong': `Verwenden Sie ein kürzeres Passwort: höchstens ${PASSWORD_LIMITS.maxOctets} Buchstaben und Ziffern. Manche anderen Zeichen zählen bis zu vierfach.`,
  'passwords.malformed': 'Dieses Passwort enthält ein ungültiges Zeichen. Wählen Sie ein anderes.',
  'passwords.common':
    'Dieses Passwort steht auf den Listen, die Angreifer zuerst ausprobieren. Wählen Sie ein anderes.',
  'passwords.repetitive':
    'Dieses Passwort wiederholt sich oder folgt einem Tastaturmuster. Wählen Sie ein anderes.',
  'passwords.personal':
    'Dieses Passwort besteht aus Ihrer E-Mail-Adresse oder dem Namen der Website. Wählen Sie ein anderes.',
  'passwords.tooShort': 'Verwenden Sie mindestens {min} Zeichen.',
};
