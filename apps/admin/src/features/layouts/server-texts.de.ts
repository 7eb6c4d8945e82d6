import type { LAYOUT_MESSAGES } from '@sitedesk/contract/layouts';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof LAYOUT_MESSAGES> = {
  'layout.invalid': 'Das Layout hat Fehler. Beheben Sie sie, und veröffentlichen Sie es dann',
  'layout.isLive': 'Alle Seiten haben dieses Layout. Veröffentlichen Sie ein anderes, bevor Sie es löschen',
  'layout.nothingFormer': 'Das Layout dieser Website wurde noch nie geändert',
  'layout.full': 'Eine Website hat höchstens {limit} Layouts. Löschen Sie zuerst eines',
  'layout.partTooLong': 'Das Layout daraus ist zu lang: {part} hat mehr als {limit} Zeichen',
  'layout.ownChange':
    'Sie haben dieses Layout seit der letzten Veröffentlichung geändert. Jemand anderes muss es veröffentlichen',
  'layout.unknownSlot': 'Den Platzhalter „{name}“ gibt es nicht',
  'layout.slotPlace': 'Der Platzhalter „{name}“ kann hier nicht stehen',
  'layout.slotInCode':
    'Der Platzhalter „{name}“ kann nicht in einem Skript oder Stil stehen. Setzen Sie ihn in ein data-Attribut',
  'layout.slotInAddress': 'Der Platzhalter „{name}“ kann nicht am Anfang einer URL stehen',
  'layout.slotUnquoted': 'Setzen Sie das Attribut mit dem Platzhalter „{name}“ in Anführungszeichen',
  'layout.slotMissing': 'Im Kopf fehlt der Platzhalter „{name}“',
  'layout.titleMissing': 'Im Kopf fehlt ein Titel, etwa <title>{slot}</title>',
  'layout.notInHead': '{what} kann nicht im Kopf stehen',
  'layout.notHere': '<{what}> erhält jede Seite automatisch. Entfernen Sie es hier',
  'layout.baseBlocked': 'Seiten können kein <base> haben',
  'layout.attributes': 'Hier können nur Attribute wie class="name" stehen',
  'layout.swallowed': 'Die Seite ist unvollständig: Etwas vor dieser Stelle wird nicht geschlossen',
  'layout.unclosed': '<{what}> wird nicht geschlossen',
  'layout.strayEnd': '</{what}> schließt nichts',
  'layout.html': 'Das ist kein gültiges HTML ({what})',
  'layout.tooManyElements': 'Ein Layout hat höchstens {limit} Elemente',
  'layout.tooManySlots': 'Ein Layout hat höchstens {limit} Platzhalter',
  'layout.tooDeep': 'Elemente sind mehr als {limit} Ebenen tief verschachtelt',
  'layout.duplicateId': 'Die ID „{what}“ kommt zweimal vor',
  'layout.skipLink':
    'Der Kopfbereich hat keinen Link zum Inhalt für Menschen, die eine Tastatur benutzen. Fügen Sie {slot} ein',
  'layout.unusedFile': 'Das wird nirgends eingebunden. Fügen Sie {slot} in den Kopf ein',
  'layout.handlerBlocked':
    'Browser ignorieren „{what}“ wegen der Richtlinie der Website. Verwenden Sie einen Listener im Skript',
  'layout.styleBlocked':
    'Browser ignorieren style-Attribute wegen der Richtlinie der Website. Verwenden Sie eine Klasse',
  'layout.hostBlocked': 'Browser laden das wegen der Richtlinie der Website nicht von {what}',
  'layout.syntax': 'Das ist kein gültiges JavaScript: {what}',
  'layout.braces': 'Eine Klammer wird nicht geschlossen',
};
