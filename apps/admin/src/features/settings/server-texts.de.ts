import type { SETTING_FAULTS, SETTING_TEXTS } from '@sitedesk/contract/settings';
import type { SITE_TEXTS } from '@sitedesk/contract/site';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof SETTING_TEXTS | typeof SETTING_FAULTS | typeof SITE_TEXTS> = {
  'setting-fault.setting': 'Die Einstellung {name} {fault}.',
  'setting-fault.part': 'Das Feld {name} {fault}',
  'setting-fault.secretUnreadable':
    'Ein gespeichertes Geheimnis lässt sich mit dem Schlüssel „{key}“ nicht entschlüsseln.',
  'setting-fault.undecryptable': 'lässt sich nicht entschlüsseln',
  'setting-fault.invalid': 'ist ungültig',
  'setting-fault.flag': 'muss true oder false sein',
  'setting-fault.email': 'muss eine E-Mail-Adresse sein',
  'setting-fault.number': 'muss eine Zahl sein',
  'setting-fault.wholeNumber': 'muss eine ganze Zahl sein',
  'setting-fault.atLeast': 'muss mindestens {min} sein',
  'setting-fault.atMost': 'darf höchstens {max} sein',
  'setting-fault.oneOf': 'muss einer dieser Werte sein: {options}',
  'setting-fault.tooLong': 'darf höchstens {max} Zeichen haben',
  'setting-fault.required': 'ist erforderlich',
  'setting-fault.url': 'muss eine http(s)-Adresse sein',
  'setting-fault.json': 'muss gültiges JSON sein',
  'setting-fault.jsonObject': 'muss ein JSON-Objekt sein',
  'setting-fault.characters': 'enthält Zeichen, die nicht gespeichert werden können',
  'setting-fault.members': 'darf nur diese Felder haben: {members}',
  'setting-fault.adminUrl':
    'muss eine Adresse wie https://editor.example.com ohne Pfad sein (http nur auf diesem Rechner)',
  'setting-fault.connection': 'ist nicht verwendbar: {fault}',
  'settings.unknownGroup': 'Diese Gruppe von Einstellungen gibt es nicht.',
  'settings.unknown': 'Diese Einstellung gibt es nicht.',
  'settings.byEnvironment':
    'Durch die Umgebungsvariable {variable} festgelegt. Es kann nur dort geändert werden.',
  'settings.byFile': 'In der Konfigurationsdatei festgelegt. Es kann nur dort geändert werden.',
  'settings.captchaElsewhere':
    'Teile der CAPTCHA-Konfiguration sind durch Umgebungsvariablen oder in der Konfigurationsdatei festgelegt. Sie kann nur dort geändert werden.',
  'settings.secondFactorFirst':
    'Sie haben die Rolle {role}, aber noch keinen zweiten Faktor. Richten Sie zuerst in Ihrem Konto einen ein, sonst würde diese Änderung Sie aussperren.',
  'settings.maskInText':
    'Ein gespeichertes Geheimnis lässt sich nicht mit einem geänderten Wert kombinieren. Geben Sie den ganzen Wert neu ein oder lassen Sie ihn weg, um ihn zu behalten.',
  'settings.undoSecret':
    'Der vorherige Wert von {name} war geheim und wurde nicht aufbewahrt. Geben Sie ihn neu ein.',
  'settings.undoChangedSince':
    'Diese Einstellung wurde später erneut geändert. Machen Sie zuerst die neuere Änderung rückgängig.',
  'settings.undoLocked':
    'Die Einstellung kann nur dort geändert werden, wo sie jetzt festgelegt ist: {reason}',
  'site.notAHostname': '„{hostname}“ ist kein Hostname wie www.example.com.',
  'site.taken': '„{hostname}“ gehört zu einer anderen Website auf diesem Server.',
  'site.byOperator':
    'Auf diesem Server laufen mehrere Websites, deshalb legt der Betreiber die Hostnamen fest: npm run tenant.',
};
