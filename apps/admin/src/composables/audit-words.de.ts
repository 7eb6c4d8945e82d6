import type { AuditAction } from '@sitedesk/contract/audit';
import type { ActionWords } from './audit-words.en';

export const AUDIT_WORDS_DE: Readonly<Record<AuditAction, ActionWords>> = {
  'account.accept-invitation': ['Einladung annehmen', '{target} hat die Einladung angenommen'],
  'account.change-email': [
    'Neue E-Mail-Adresse bestätigen',
    '{target} hat die neue E-Mail-Adresse bestätigt',
  ],
  'account.change-email-request': [
    'E-Mail-Adresse ändern',
    '{actor} hat die Änderung der eigenen E-Mail-Adresse angefordert',
  ],
  'account.change-password': ['Passwort ändern', '{actor} hat das eigene Passwort geändert'],
  'account.confirm-email': ['E-Mail-Adresse bestätigen', '{target} hat die E-Mail-Adresse bestätigt'],
  'account.confirmation-request': [
    'Bestätigungs-E-Mail anfordern',
    '{actor} hat eine neue Bestätigungs-E-Mail angefordert',
  ],
  'account.password-reset': ['Passwort zurücksetzen', '{target} hat ein neues Passwort gewählt'],
  'account.password-reset-request': [
    'Link zum Zurücksetzen des Passworts anfordern',
    '{actor} hat für {target} einen Link zum Zurücksetzen des Passworts angefordert',
  ],
  'account.register': ['Registrieren', '{actor} hat ein Konto registriert'],
  'account.set-password': ['Passwort festlegen', '{actor} hat erstmals ein Passwort festgelegt'],
  'account.update': ['Eigenes Profil ändern', '{actor} hat das eigene Profil geändert'],
  'api-token.create': ['API-Token erstellen', '{actor} hat das API-Token {target} erstellt'],
  'api-token.end': ['API-Token widerrufen', '{actor} hat das API-Token {target} widerrufen'],
  'audit.export': ['Audit-Protokoll exportieren', '{actor} hat das Audit-Protokoll exportiert'],
  'article.create': ['Artikel erstellen', '{actor} hat {target} erstellt'],
  'article.save': ['Artikel bearbeiten', '{actor} hat {target} bearbeitet'],
  'article.publish': ['Artikel veröffentlichen', '{actor} hat {target} veröffentlicht'],
  'article.withdraw': ['Artikel vom Netz nehmen', '{actor} hat {target} vom Netz genommen'],
  'article.trash': [
    'Artikel in den Papierkorb verschieben',
    '{actor} hat {target} in den Papierkorb verschoben',
  ],
  'article.restore': ['Artikel wiederherstellen', '{actor} hat {target} wiederhergestellt'],
  'article.delete': ['Artikel endgültig löschen', '{actor} hat {target} endgültig gelöscht'],
  'author.create': ['Autorenprofil erstellen', '{actor} hat das Autorenprofil {target} erstellt'],
  'author.change': ['Autorenprofil ändern', '{actor} hat das Autorenprofil {target} geändert'],
  'author.delete': ['Autorenprofil löschen', '{actor} hat das Autorenprofil {target} gelöscht'],
  'captcha.check': ['CAPTCHA-Schlüssel prüfen', '{actor} hat die CAPTCHA-Schlüssel geprüft'],
  'contact-form.test': ['Kontaktformular testen', '{actor} hat eine Testnachricht gesendet'],
  'contact.action': ['Nachricht ändern', '{actor} hat eine Nachricht geändert'],
  'contact.alerts': [
    'Benachrichtigungen ein- oder ausschalten',
    '{actor} hat die Benachrichtigungen ein- oder ausgeschaltet',
  ],
  'contact.bulk': ['Mehrere Nachrichten ändern', '{actor} hat mehrere Nachrichten geändert'],
  'contact.export': ['Nachrichten exportieren', '{actor} hat Nachrichten exportiert'],
  'contact.mark-read': [
    'Nachricht öffnen',
    '{actor} hat eine Nachricht geöffnet | {actor} hat {count} Nachrichten als gelesen markiert',
  ],
  'contact.mark-unread': [
    'Nachricht als ungelesen markieren',
    '{actor} hat eine Nachricht als ungelesen markiert | {actor} hat {count} Nachrichten als ungelesen markiert',
  ],
  'contact.archive': [
    'Nachricht archivieren',
    '{actor} hat eine Nachricht archiviert | {actor} hat {count} Nachrichten archiviert',
  ],
  'contact.unarchive': [
    'Nachricht in den Posteingang verschieben',
    '{actor} hat eine Nachricht zurück in den Posteingang verschoben | {actor} hat {count} Nachrichten zurück in den Posteingang verschoben',
  ],
  'contact.trash': [
    'Nachricht in den Papierkorb verschieben',
    '{actor} hat eine Nachricht in den Papierkorb verschoben | {actor} hat {count} Nachrichten in den Papierkorb verschoben',
  ],
  'contact.restore': [
    'Nachricht wiederherstellen',
    '{actor} hat eine Nachricht wiederhergestellt | {actor} hat {count} Nachrichten wiederhergestellt',
  ],
  'contact.release': [
    'Zurückgehaltene Nachricht freigeben',
    '{actor} hat eine Nachricht freigegeben | {actor} hat {count} Nachrichten freigegeben',
  ],
  'contact.resend': [
    'Benachrichtigung erneut senden',
    '{actor} hat eine Benachrichtigung erneut gesendet | {actor} hat {count} Benachrichtigungen erneut gesendet',
  ],
  'contact.delete': [
    'Nachricht löschen',
    '{actor} hat eine Nachricht endgültig gelöscht | {actor} hat {count} Nachrichten endgültig gelöscht',
  ],
  'email.test': ['Test-E-Mail senden', '{actor} hat eine Test-E-Mail gesendet'],
  'encryption-key.get': [
    'Schlüssel abrufen',
    '{actor} hat den Schlüssel abgerufen, der die eigenen Entwürfe verschlüsselt',
  ],
  'external-identity.link-begin': [
    'Anmeldedienst verknüpfen',
    '{actor} hat begonnen, einen Anmeldedienst zu verknüpfen',
  ],
  'external-identity.link': ['Anmeldedienst verknüpfen', '{target} hat einen Anmeldedienst verknüpft'],
  'external-identity.unlink': [
    'Verknüpfung mit Anmeldedienst aufheben',
    '{actor} hat die Verknüpfung mit einem Anmeldedienst aufgehoben',
  ],
  'identity-provider.create': [
    'Anmeldedienst hinzufügen',
    '{actor} hat den Anmeldedienst {target} hinzugefügt',
  ],
  'identity-provider.change': ['Anmeldedienst ändern', '{actor} hat den Anmeldedienst {target} geändert'],
  'identity-provider.delete': ['Anmeldedienst löschen', '{actor} hat den Anmeldedienst {target} gelöscht'],
  'identity-provider.check': ['Anmeldedienst prüfen', '{actor} hat einen Anmeldedienst geprüft'],
  'keys.rotate': ['Schlüssel rotieren', '{actor} hat die Schlüssel der Website rotiert'],
  'mailing-list.connect': ['Mailingliste verbinden', '{actor} hat eine Mailingliste verbunden'],
  'mailing-list.configure': ['Mailingliste ändern', '{actor} hat die Mailingliste geändert'],
  'mailing-list.pause': ['Mailingliste pausieren', '{actor} hat die Mailingliste pausiert'],
  'mailing-list.resume': ['Mailingliste fortsetzen', '{actor} hat die Mailingliste fortgesetzt'],
  'mailing-list.retry': [
    'Mailingliste erneut versuchen',
    '{actor} hat fehlgeschlagene Einträge der Mailingliste erneut versucht',
  ],
  'mailing-list.remove': ['Mailingliste entfernen', '{actor} hat die Mailingliste entfernt'],
  'outbox.retry': ['E-Mail erneut senden', '{actor} hat eine E-Mail erneut senden lassen'],
  'outbox.retry-all': [
    'Alle fehlgeschlagenen E-Mails erneut senden',
    '{actor} hat alle fehlgeschlagenen E-Mails erneut senden lassen',
  ],
  'outbox.cancel': ['E-Mail abbrechen', '{actor} hat eine E-Mail abgebrochen'],
  'passkey.add': ['Passkey hinzufügen', '{actor} hat den Passkey {target} hinzugefügt'],
  'passkey.rename': ['Passkey umbenennen', '{actor} hat den Passkey {target} umbenannt'],
  'passkey.remove': ['Passkey entfernen', '{actor} hat den Passkey {target} entfernt'],
  'passkey.flag': ['Passkey sperren', 'Ein Passkey wurde gesperrt, weil er kopiert worden sein könnte'],
  'retention.run': ['Alte Daten löschen', '{actor} hat Daten nach Ablauf der Aufbewahrungsfrist gelöscht'],
  'role.create': ['Rolle erstellen', '{actor} hat die Rolle {target} erstellt'],
  'role.change': ['Rolle ändern', '{actor} hat die Rolle {target} geändert'],
  'role.delete': ['Rolle löschen', '{actor} hat die Rolle {target} gelöscht'],
  'session.begin': ['Anmelden', '{target} hat sich angemeldet'],
  'session.first-factor': ['Passwort eingeben', '{target} hat das Passwort eingegeben'],
  'session.second-factor': [
    'Zweiten Faktor eingeben',
    '{target} hat sich mit einem zweiten Faktor angemeldet',
  ],
  'session.confirm-begin': [
    'Identität bestätigen',
    '{actor} hat begonnen, die eigene Identität zu bestätigen',
  ],
  'session.confirm': ['Identität bestätigen', '{actor} hat die eigene Identität bestätigt'],
  'session.end': ['Abmelden', '{actor} hat sich abgemeldet'],
  'session.revoke': ['Sitzung beenden', '{actor} hat eine Sitzung beendet'],
  'session.revoke-others': [
    'Alle anderen Sitzungen beenden',
    '{actor} hat alle anderen eigenen Sitzungen beendet',
  ],
  'setting.change': ['Einstellungen ändern', '{actor} hat {settings} geändert'],
  'setting.reset': ['Einstellungen zurücksetzen', '{actor} hat {settings} auf den Standard zurückgesetzt'],
  'setting.undo': [
    'Änderung von Einstellungen rückgängig machen',
    '{actor} hat eine Änderung rückgängig gemacht: {settings}',
  ],
  'setting.command': [
    'Einstellungen per Befehlszeile ändern',
    '{actor} hat {settings} über die Befehlszeile geändert',
  ],
  'setup.code': ['Einrichtungscode eingeben', '{actor} hat den Einrichtungscode eingegeben'],
  'setup.finish': ['Ersten Administrator erstellen', 'Der erste Administrator wurde erstellt: {target}'],
  'setup.step': [
    'Schritt der Einrichtung beantworten',
    '{actor} hat einen Schritt der Einrichtung abgeschlossen oder übersprungen',
  ],
  'site.change': ['Website ändern', '{actor} hat Namen oder Hostnamen der Website geändert'],
  'two-factor.begin': [
    'Authentifizierungs-App einrichten',
    '{actor} hat begonnen, eine Authentifizierungs-App einzurichten',
  ],
  'two-factor.enable': [
    'Authentifizierungs-App einrichten',
    '{actor} hat eine Authentifizierungs-App eingerichtet',
  ],
  'two-factor.disable': [
    'Authentifizierungs-App entfernen',
    '{actor} hat die Authentifizierungs-App entfernt',
  ],
  'two-factor.recovery-codes': [
    'Wiederherstellungscodes erstellen',
    '{actor} hat neue Wiederherstellungscodes erstellt',
  ],
  'user.create': ['Benutzer erstellen', '{actor} hat den Benutzer {target} erstellt'],
  'user.change': ['Benutzer ändern', '{actor} hat den Benutzer {target} geändert'],
  'user.delete': ['Benutzer löschen', '{actor} hat den Benutzer {target} gelöscht'],
  'user.invite': ['Benutzer einladen', '{actor} hat {target} eingeladen'],
  'user.set-roles': ['Rollen zuweisen', '{actor} hat die Rollen von {target} geändert'],
  'user.roles-mapped': [
    'Rollen aus Gruppen übernehmen',
    'Der Anmeldedienst hat die Rollen von {target} geändert',
  ],
  'user.sign-up': [
    'Über einen Anmeldedienst registrieren',
    '{target} hat sich über einen Anmeldedienst registriert',
  ],
  'user.enable': ['Benutzer aktivieren', '{actor} hat {target} aktiviert'],
  'user.disable': ['Benutzer deaktivieren', '{actor} hat {target} deaktiviert'],
  'user.unlock': ['Benutzer entsperren', '{actor} hat {target} entsperrt'],
  'user.confirm-email': [
    'E-Mail-Adresse eines Benutzers bestätigen',
    '{actor} hat die E-Mail-Adresse von {target} bestätigt',
  ],
  'user.unconfirm-email': [
    'Bestätigung einer E-Mail-Adresse zurückziehen',
    '{actor} hat die Bestätigung der E-Mail-Adresse von {target} zurückgezogen',
  ],
  'user.send-confirmation': [
    'Bestätigungs-E-Mail senden',
    '{actor} hat {target} eine Bestätigungs-E-Mail gesendet',
  ],
  'user.send-password-reset': [
    'Link zum Zurücksetzen des Passworts senden',
    '{actor} hat {target} einen Link zum Zurücksetzen des Passworts gesendet',
  ],
  'user.two-factor-reset': [
    'Zweiten Faktor zurücksetzen',
    '{actor} hat den zweiten Faktor von {target} zurückgesetzt',
  ],
  'user.end-session': ['Sitzung eines Benutzers beenden', '{actor} hat eine Sitzung von {target} beendet'],
  'user.end-sessions': [
    'Alle Sitzungen eines Benutzers beenden',
    '{actor} hat alle Sitzungen von {target} beendet',
  ],
  'user.bulk': [
    'Mehrere Benutzer ändern',
    '{actor} hat einen Benutzer geändert | {actor} hat {count} Benutzer geändert',
  ],
};
