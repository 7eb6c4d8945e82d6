import type { MAILING_LIST_TEXTS } from '@sitedesk/contract/mailing-list';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof MAILING_LIST_TEXTS> = {
  'mailing-list.keyRefused': 'Der Dienst akzeptiert diesen API-Schlüssel nicht. {reason}',
  'mailing-list.keyMalformed':
    'Ein API-Schlüssel dieses Dienstes besteht aus 32 Buchstaben und Ziffern, einem Bindestrich und dem Rechenzentrum, z. B. ...-us21.',
  'mailing-list.unreachable': 'Der Dienst ist nicht erreichbar: {reason}',
  'mailing-list.notConnected': 'Es ist kein Mailinglistendienst verbunden.',
  'mailing-list.notChosen': 'Wählen Sie zuerst eine Liste.',
  'mailing-list.unknownList': 'Das Konto hat diese Liste nicht.',
  'mailing-list.unknownField': 'Die Liste hat dieses Feld nicht.',
  'mailing-list.fieldTwice': 'Dieses Feld wird bereits gefüllt.',
  'mailing-list.fieldNotText': 'Dieses Feld nimmt keinen Text an.',
  'mailing-list.fieldRequired':
    'Die Liste verlangt die Felder {fields}. Füllen Sie sie oder machen Sie sie beim Dienst optional.',
  'mailing-list.pagesMissing': 'Geben Sie mindestens eine Seite ein.',
  'mailing-list.statementMissing': 'Geben Sie die Rechtsgrundlage dafür an, alle Absender aufzunehmen.',
  'mailing-list.pageForm': 'Geben Sie einen Pfad wie /newsletter ein oder einen, der mit * endet.',
  'mailing-list.notJson': 'Die Antwort des Dienstes ist kein JSON.',
  'mailing-list.timeout': 'Der Dienst hat nicht innerhalb von {seconds} Sekunden geantwortet.',
  'mailing-list.noConnection': 'Die Verbindung zum Dienst ist fehlgeschlagen ({code}).',
  'mailing-list.addressRefused': 'Diese URL ist nicht erlaubt: {reason}',
};
