import type { CAPTCHA_TEXTS, CAPTCHA_CHECK_TEXTS, CAPTCHA_ANSWER_TEXTS } from '@sitedesk/contract/captcha';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<
  typeof CAPTCHA_TEXTS | typeof CAPTCHA_CHECK_TEXTS | typeof CAPTCHA_ANSWER_TEXTS
> = {
  'captcha.noProvider': 'Wählen Sie zuerst einen Anbieter.',
  'captcha.noSecret': 'Geben Sie den geheimen Schlüssel ein oder speichern Sie zuerst einen.',
  'captcha.secretOfOtherHost':
    'Der gespeicherte geheime Schlüssel gehört zu einem anderen Host und wird nicht an diesen gesendet. Geben Sie ihn neu ein.',
  'captcha-check.accepted':
    'Der Anbieter kennt diesen geheimen Schlüssel. Den Websiteschlüssel testen Sie in der Vorschau.',
  'captcha-check.test-keys':
    'Das sind die Testschlüssel des Anbieters. Sie lassen alle durch. Verwenden Sie sie nicht auf einer öffentlichen Website.',
  'captcha-check.refused':
    'Der Anbieter kennt diesen geheimen Schlüssel nicht. Kopieren Sie ihn erneut aus dem Dashboard des Anbieters.',
  'captcha-check.unclear':
    'Der Anbieter hat geantwortet, aber nicht mitgeteilt, ob der geheime Schlüssel gültig ist: {detail}.',
  'captcha-check.unreachable':
    'Der Anbieter ist nicht erreichbar: {detail}. Die Schlüssel wurden nicht geprüft.',
  'captcha-answer.timeout': 'er hat nicht innerhalb von drei Sekunden geantwortet',
  'captcha-answer.unreachable': 'es gibt keine Verbindung zu ihm',
  'captcha-answer.not-allowed': 'seine Adresse ist keine öffentliche',
  'captcha-answer.garbage': 'seine Antwort ist nicht die eines CAPTCHA-Anbieters',
  'captcha-answer.too-large': 'seine Antwort ist zu lang',
  'captcha-answer.no-code': 'kein Fehlercode',
};
