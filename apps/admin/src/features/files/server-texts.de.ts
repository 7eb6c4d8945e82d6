import type { FILE_MESSAGES } from '@sitedesk/contract/files';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof FILE_MESSAGES> = {
  'file.nameLength': 'Ein Name hat 1 bis {max} Zeichen',
  'file.nameCharacters': 'Ein Name darf / \\ : * ? " < > | und unsichtbare Zeichen nicht enthalten',
  'file.nameEnds': 'Ein Name darf nicht mit einem Punkt oder Leerzeichen beginnen oder enden',
  'file.nameDevice': 'Diesen Namen reserviert Windows für ein Gerät',
  'file.refusedType':
    'Dateien, die auf .{extension} enden, sind nicht erlaubt, weil Browser oder Computer sie ausführen könnten',
  'file.wrongType': 'Der Inhalt passt nicht zu .{extension}: er sieht aus wie {found}',
  'file.noMatch': 'Der Inhalt passt nicht zu .{extension}',
  'file.noText': 'Der Inhalt passt nicht zu .{extension}: es ist kein Text',
  'file.brokenImage': 'Der Inhalt ist kein vollständiges .{extension}-Bild',
  'file.imageTooLarge': 'Das Bild ist zu groß: höchstens {pixels} Megapixel und 1.000 Einzelbilder',
  'file.executable': 'Programme sind nicht erlaubt',
  'file.empty': 'Die Datei ist leer',
  'file.tooLarge': 'Die Datei ist zu groß: höchstens {max} MB',
  'file.noRoom': 'Auf dieser Website ist nicht mehr genug Speicherplatz frei',
  'file.tooManyUploads': 'Auf dieser Website wird gerade zu viel gleichzeitig hochgeladen',
  'file.noFolder': 'Diesen Ordner gibt es nicht',
  'file.noFile': 'Diese Datei gibt es nicht',
  'file.folderExists': 'Es gibt schon einen Ordner mit diesem Namen',
  'file.folderInItself': 'Ein Ordner kann nicht in sich selbst liegen',
  'file.folderDepth': 'Ordner können höchstens {max} Ebenen tief ineinander liegen',
  'file.tooManyFolders': 'Eine Website kann höchstens {max} Ordner haben',
  'file.sameExtension': 'Der Name muss auf .{extension} enden, weil der Inhalt gleich bleibt',
  'file.inTrash': 'Das liegt im Papierkorb',
  'file.notInTrash': 'Nur was im Papierkorb liegt, kann endgültig gelöscht werden',
  'file.inTrashedFolder': 'Die Datei liegt mit ihrem Ordner im Papierkorb: stellen Sie den Ordner wieder her',
  'file.nothingChosen': 'Wählen Sie mindestens eine Datei oder einen Ordner',
  'file.offset': 'Das Hochladen geht bei {offset} weiter',
  'file.uploading': 'Dieser Teil wird gerade von einer anderen Anfrage hochgeladen',
  'file.storeAway': 'Dateien können im Moment weder gespeichert noch gelesen werden',
  'file.otherType': 'Die Datei lässt sich nur durch eine ersetzen, die auf .{extension} endet',
  'file.sameContent': 'Die Datei hat bereits diesen Inhalt',
  'file.tooManyZipped': 'Ein Archiv kann höchstens {max} Dateien enthalten',
  'file.decorativeAlt': 'Ein dekoratives Bild hat keinen Alternativtext',
  'file.oneFilter': 'Wählen Sie eine Größe oder einen anderen Filter, nicht beides',
  'file.ownOrder': 'Dieser Filter hat eine eigene Reihenfolge',
  'file.stillLive':
    'Besucher sehen, was Sie in den Papierkorb legen möchten. Senden Sie evenIfUsed, um es trotzdem zu tun: Seiten zeigen es, bis es endgültig gelöscht wird',
  'file.stillUsed':
    'Was Sie löschen möchten, wird in Artikeln oder Layouts verwendet. Senden Sie evenIfUsed, um es trotzdem zu löschen',
  'file.tusVersion': 'Senden Sie Tus-Resumable: 1.0.0',
  'file.tusHeader': 'Dieser Header fehlt oder ist ungültig',
  'file.tusType': 'Content-Type muss application/offset+octet-stream sein',
};
