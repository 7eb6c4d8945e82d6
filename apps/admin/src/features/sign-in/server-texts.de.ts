import type { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof IDENTITY_TEXTS> = {
  'identity.signInRefused':
    'Die E-Mail-Adresse oder das Passwort ist falsch, oder dieses Konto kann sich gerade nicht anmelden.',
  'identity.secondFactorRefused': 'Dieser Code ist falsch oder wurde bereits verwendet.',
  'identity.confirmationRefused': 'Das Passwort oder der Code ist falsch.',
  'identity.emailNotConfigured':
    'Das ist gerade nicht möglich, weil diese Website keine E-Mails senden kann.',
  'identity.resetAnswered':
    'Wenn es ein Konto mit dieser Adresse gibt, haben wir einen Link dorthin gesendet.',
  'identity.confirmationAnswered':
    'Wenn ein Konto mit dieser Adresse auf die Bestätigung wartet, haben wir einen Link dorthin gesendet.',
  'identity.registrationAnswered':
    'Wenn diese Adresse registriert werden kann, haben wir einen Link dorthin gesendet.',
  'identity.lastSignInMethod':
    'Legen Sie zuerst ein Passwort fest. Sonst könnten Sie sich nicht mehr anmelden.',
  'identity.hasPassword': 'Sie haben bereits ein Passwort. Ändern Sie es stattdessen.',
  'identity.passwordChangedMeanwhile': 'Ihr Passwort wurde geändert. Versuchen Sie es erneut.',
  'identity.linkRefused': 'Dieser Link funktioniert nicht mehr. Fordern Sie einen neuen an.',
  'identity.notCurrentPassword': 'Das ist nicht Ihr aktuelles Passwort.',
  'identity.passwordMissing': 'Geben Sie Ihr Passwort ein.',
  'identity.codeMissing': 'Geben Sie auch einen Code Ihres zweiten Faktors ein.',
  'identity.ownAddress': 'Das ist bereits Ihre E-Mail-Adresse.',
  'identity.addressTaken': 'Es gibt bereits einen Benutzer mit dieser E-Mail-Adresse.',
  'identity.setupCodeWrong': 'Dieser Einrichtungscode ist falsch.',
  'identity.adminUrlMissing':
    'Die URL der Verwaltung ist nicht festgelegt, deshalb können keine Links gesendet werden. Legen Sie sie in den Einstellungen unter „Anmeldung“ fest.',
  'identity.unknownUser': 'Diesen Benutzer gibt es nicht.',
};
