import type { ARTICLE_MESSAGES } from '@sitedesk/contract/articles';
import type { COMMENT_MESSAGES } from '@sitedesk/contract/comments';
import type { DOCUMENT_MESSAGES } from '@sitedesk/contract/documents';
import type { HTML_MESSAGES } from '@sitedesk/contract/html-block';
import type { TEMPLATE_MESSAGES } from '@sitedesk/contract/page-templates';
import type { PREVIEW_MESSAGES } from '@sitedesk/contract/preview-links';
import type { CHECK_MESSAGES } from '@sitedesk/contract/publication-checks';
import type { PLAN_MESSAGES } from '@sitedesk/contract/publication-plans';
import type { RELEASE_MESSAGES } from '@sitedesk/contract/releases';
import type { REVIEW_MESSAGES } from '@sitedesk/contract/reviews';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<
  | typeof ARTICLE_MESSAGES
  | typeof DOCUMENT_MESSAGES
  | typeof HTML_MESSAGES
  | typeof PLAN_MESSAGES
  | typeof CHECK_MESSAGES
  | typeof RELEASE_MESSAGES
  | typeof REVIEW_MESSAGES
  | typeof COMMENT_MESSAGES
  | typeof PREVIEW_MESSAGES
  | typeof TEMPLATE_MESSAGES
> = {
  'template.locked': 'Die Vorlage „{name}“ lässt diesen Block, wie er ist',
  'template.noRegion': 'Die Vorlage „{name}“ hat hier keinen Platz für einen Block',
  'template.lockedUnknown': 'Nur äußerste Blöcke der Vorlage können gesperrt werden',
  'template.full': 'Eine Website hat höchstens {limit} Vorlagen. Löschen Sie zuerst eine',
  'template.unknown': 'Diese Vorlage gibt es nicht',
  'template.otherType': 'Die Vorlage „{name}“ ist für Artikel einer anderen Art',
  'template.fixed': 'Die Vorlage eines Artikels ändert sich nicht mit seinem Text',
  'template.noPlace': 'Die Vorlage „{name}“ hat keine freie Stelle für den Text',
  'template.otherVersion':
    'Diese Version hat eine andere Vorlage: wiederherstellen kann sie, wer Vorlagen verwaltet',
  'article.needsText': 'Geben Sie den gesuchten Text ein',
  'article.needsDrafts': 'Nennen Sie zu jedem Artikel den gemeinten Entwurf',
  'article.changedSince': 'Der Artikel wurde inzwischen geändert',
  'article.notYours': 'Sie dürfen diesen Artikel nicht bearbeiten',
  'article.allLocked': 'Die Vorlage lässt diesen Text, wie er ist',
  'article.notFound': 'Der Text steht dort nicht mehr',
  'article.fieldTooLong': 'Ein Feld hätte mehr als {max} Zeichen',
  'article.unknownStream': 'Diesen Blog gibt es nicht',
  'article.needsStream': 'Ein Beitrag braucht den Blog, zu dem er gehört',
  'article.noStream': 'Nur Beiträge gehören zu einem Blog',
  'article.needsBlog': 'Wählen Sie einen Blog aus',
  'article.moveBlogFirst':
    'Der Beitrag ist live, der Blog „{title}“ nicht: veröffentlichen Sie zuerst den Blog',
  'article.homeType': 'Nur eine Seite kann die Startseite sein',
  'article.homeSlug': 'Die Startseite hat keine eigene URL',
  'article.slug': 'Verwenden Sie Kleinbuchstaben, Ziffern, - und _',
  'article.blogKey': 'Verwenden Sie Kleinbuchstaben von a bis z, Ziffern, - und _',
  'article.blogKeyFixed': 'Die URL eines Blogs wird auf dessen eigener Seite geändert',
  'article.notBlog': 'Dieser Artikel ist kein Blog',
  'article.otherKey': 'Der Schlüssel dieses Blogs ist inzwischen „{key}“',
  'article.keyTaken': '„{title}“ hat die URL {path}',
  'article.keyTakenUnseen': 'Ein anderer Artikel hat die URL {path}',
  'article.reserved': '„{word}“ ist eine URL von Sitedesk',
  'article.titleLength': 'Verwenden Sie {min} bis {max} Zeichen',
  'article.taken': 'Ein anderer Artikel hat diese URL: „{title}“',
  'article.kept': 'Diese URL führt zu einem anderen Artikel: „{title}“',
  'article.takenUnseen': 'Ein eingeschränkter Artikel hat diese URL',
  'article.unknownAuthor': 'Dieses Autorenprofil gibt es nicht',
  'article.deleted': 'Ein gelöschter Artikel hatte diese URL: geben Sie sie zuerst frei',
  'article.addressFree': 'Kein Artikel behält diese URL',
  'article.needsReason': 'Geben Sie einen Grund ein',
  'article.addressUsed': '„{title}“ hat diese URL jetzt: ändern Sie das zuerst',
  'article.trashed': 'Dieser Artikel ist im Papierkorb',
  'article.notTrashed': 'Dieser Artikel ist nicht im Papierkorb',
  'article.homeStays': 'Die Startseite kann nicht in den Papierkorb verschoben werden',
  'article.streamHasDrafts': 'Der Blog hat Beiträge: verschieben Sie zuerst diese in den Papierkorb',
  'article.streamKeepsPosts': 'Beiträge dieses Blogs sind im Papierkorb: löschen Sie zuerst diese endgültig',
  'article.streamTrashed':
    'Der Blog dieses Beitrags ist im Papierkorb: stellen Sie zuerst den Blog wieder her',
  'article.unknown': 'Diesen Artikel gibt es nicht',
  'article.needsTag': 'Geben Sie ein Schlagwort ein',
  'article.needsAuthor': 'Wählen Sie einen Autor aus',
  'article.needsTime': 'Wählen Sie einen Zeitpunkt',
  'article.notOfAction': 'Diese Aktion nimmt keinen solchen Wert',
  'article.tooManyTags': 'Der Artikel hat bereits {max} Schlagwörter',
  'article.tooManyAuthors': 'Der Artikel hat bereits {max} Autoren',
  'article.unknownOwner': 'Diesen aktiven Benutzer gibt es nicht',
  'article.unknownSubject': 'Diesen Benutzer, diese Rolle oder diesen Anmeldedienst gibt es nicht',
  'article.subjectTwice': 'Jedem von ihnen wird der Zugriff nur einmal gewährt',
  'article.accessLost': 'Sie würden den Artikel nicht mehr sehen: Gewähren Sie sich zuerst selbst Zugriff',
  'article.notLive': 'Dieser Artikel ist nicht online',
  'article.streamNotLive': 'Der Blog dieses Beitrags ist noch nicht online',
  'article.streamHasPosts': 'Beiträge des Blogs sind online: nehmen Sie zuerst diese vom Netz',
  'plan.zone': 'muss der Name einer Zeitzone sein, etwa Europe/Zurich',
  'plan.skipped':
    'In {zone} wird die Uhr über diese Zeit hinweg vorgestellt: {time} gibt es an diesem Tag nicht',
  'plan.twice':
    'In {zone} wird die Uhr über diese Zeit hinweg zurückgestellt: {time} gibt es zweimal. Geben Sie den Versatz an, {first} oder {second}',
  'plan.past': 'Dieser Zeitpunkt liegt in der Vergangenheit',
  'plan.far': 'Wählen Sie einen Zeitpunkt in den nächsten {years} Jahren',
  'plan.noChoice': 'Nennen Sie die Revision des Entwurfs oder eine Version, nicht beides',
  'plan.noVersion': 'Diese Version gibt es nicht',
  'plan.onlyPublish': 'Nur für Planungen, die veröffentlichen',
  'plan.onlyWithdraw': 'Nur für Planungen, die zurückziehen',
  'plan.needsAnswer': 'Wählen Sie, womit die URL antwortet',
  'plan.needsForward': 'Nennen Sie einen Artikel oder eine URL als Ziel der Weiterleitung, nicht beides',
  'plan.noForward': 'Nur für die Antwort 301',
  'plan.forwardsToItself': 'Eine Seite kann nicht auf sich selbst weiterleiten',
  'plan.forwardMissing': 'Diesen Artikel gibt es nicht',
  'plan.nothingToWithdraw': 'Dieser Artikel ist nicht online, und keine frühere Planung veröffentlicht ihn',
  'plan.ended': 'Diese Planung wurde ausgeführt oder abgebrochen',
  'plan.makerGone': 'Das Konto der Person, die das geplant hat, wurde gelöscht',
  'plan.makerDisabled': 'Das Konto der Person, die das geplant hat, ist deaktiviert',
  'plan.makerLostPermission': 'Die Person, die das geplant hat, darf nicht mehr veröffentlichen',
  'plan.broken': 'Ein Fehler auf dem Server: sein Protokoll enthält die Einzelheiten',
  'plan.undoOver':
    'Eine Veröffentlichung kann {minutes} Minuten lang rückgängig gemacht werden. Stellen Sie eine frühere Version wieder her, und veröffentlichen Sie diese',
  'plan.notThatVersion': 'Version {version} ist nicht mehr online',
  'check.noText': 'Es gibt noch keinen Text',
  'check.noIntroduction': 'Es fehlt die Einleitung, die Listen und Suchmaschinen zeigen',
  'check.noBannerText': 'Das Titelbild hat keine Beschreibung',
  'check.emptyHeading': 'Eine Überschrift ist leer',
  'check.skippedLevel':
    'Auf eine Überschrift {before} folgt eine Überschrift {level}: dazwischen fehlt eine Ebene',
  'check.firstLevel': 'Die erste Überschrift ist eine Überschrift {level}: beginnen Sie mit Überschrift 2',
  'check.emptyLink': 'Ein Link hat keinen Text',
  'check.noAlt': 'Ein Bild hat keinen Alternativtext und ist nicht als dekorativ gekennzeichnet',
  'check.noFile': 'Ein Bild oder eine Datei wurde gelöscht, also ist dort nichts zu sehen',
  'check.noHeading': 'Ein Link führt zu #{heading}, aber keine Überschrift der Seite heißt so',
  'check.deadLink': 'Ein Link führt zu {path}, wo nichts online ist',
  'preview.full': 'Ein Artikel hat höchstens {max} Links: widerrufen Sie zuerst einen',
  'release.unknown': 'Dieses Release gibt es nicht',
  'release.ended': 'Dieses Release wurde ausgeführt oder abgebrochen',
  'release.timeOrRelease': 'Nennen Sie einen Zeitpunkt oder ein Release, nicht beides',
  'release.timeOfRelease': 'Der Zeitpunkt ist der des Release',
  'release.twice': 'Dieser Artikel ist schon in dem Release',
  'release.full': 'Ein Release hat höchstens {limit} Artikel',
  'release.unseen':
    'Es enthält Artikel, auf die Sie keinen Zugriff haben. Deshalb können Sie es weder ändern noch abbrechen',
  'release.notTogether':
    'Nichts wurde ausgeführt, weil es bei {count} der Artikel nicht geht. Der Grund steht bei jedem',
  'review.underway': 'Dieser Artikel ist bereits in Prüfung',
  'review.notInReview': 'Dieser Artikel ist nicht in Prüfung',
  'review.nothingNew': 'Dieser Artikel ist ohne Änderungen online: es gibt nichts zu prüfen',
  'review.stillApproved': 'Dieser Artikel ist so, wie er ist, bereits freigegeben',
  'review.otherVersion': 'Jetzt ist Version {version} in Prüfung: laden Sie neu, um sie zu sehen',
  'review.unknownReviewer': 'Niemand, der prüfen darf, hat diese ID',
  'review.unknownRole': 'Diese Rolle gibt es nicht, oder ihr fehlt das Recht zu prüfen',
  'review.notApproved':
    'Die Einstellung „Freigabe verlangen“ ist an: reichen Sie den Artikel zuerst zur Prüfung ein',
  'review.changedSince':
    'Die Einstellung „Freigabe verlangen“ ist an, und der Artikel wurde nach der Freigabe von Version {version} geändert (Änderungen: {changes})',
  'review.ownChange':
    'Die Einstellung „Vier-Augen-Prinzip“ ist an, und Sie haben diesen Artikel seit der letzten Veröffentlichung geändert: jemand anders muss ihn veröffentlichen',
  'comment.target': 'Kommentieren Sie ein Feld oder einen Bereich des Texts mit block, from und to',
  'comment.textGone': 'Dieser Text wurde geändert: markieren Sie ihn noch einmal',
  'comment.unknownPerson': 'Niemand, der Seiten ansehen darf, hat diese ID',
  'comment.foreign': 'Sie können nur Ihre eigenen Kommentare bearbeiten',
  'comment.foreignThread':
    'Nur wer die Diskussion begonnen hat oder den Artikel bearbeiten darf, kann sie als erledigt markieren',
  'document.tooLarge': 'Der Text ist zu lang: {octets} von höchstens {limit} Byte',
  'document.tooDeep': 'Blöcke sind zu tief verschachtelt: höchstens {limit} Ebenen',
  'document.tooManyBlocks': 'Es sind zu viele Blöcke: höchstens {limit}',
  'document.notANode': 'Das ist kein Block',
  'document.unknownNode': 'Es gibt keinen Block „{name}“',
  'document.notHere': 'Ein Block „{name}“ kann nicht in einem Block „{parent}“ stehen',
  'document.tooFew': 'Ein Block „{name}“ braucht mindestens {limit} Blöcke darin',
  'document.tooMany': 'Ein Block „{name}“ kann höchstens {limit} Blöcke enthalten',
  'document.noContent': 'Ein Block „{name}“ enthält nichts',
  'document.unknownMember': 'Ein Block „{name}“ hat kein „{member}“',
  'document.attribute': '„{attribute}“ eines Blocks „{name}“ ist ungültig',
  'document.missing': 'Ein Block „{name}“ braucht „{attribute}“',
  'document.id': 'Die ID eines Blocks hat 12 Buchstaben und Ziffern und steht für einen einzigen Block',
  'document.text': 'Text kann weder leer sein noch Steuerzeichen enthalten',
  'document.mark': 'Es gibt keine Auszeichnung „{name}“',
  'document.markTwice': 'Text ist zweimal mit „{name}“ ausgezeichnet',
  'document.markHere': 'Text in einem Block „{parent}“ kann nicht ausgezeichnet werden',
  'html.element': 'HTML-Blöcke können kein <{name}> enthalten',
  'html.attribute': 'Ein <{name}> in einem HTML-Block kann kein „{attribute}“ haben',
  'html.value': '„{attribute}“ eines <{name}> in einem HTML-Block ist ungültig',
  'html.missing': 'Ein <{name}> in einem HTML-Block braucht „{attribute}“',
  'html.open': 'Das <{name}> wird nicht geschlossen',
  'html.closed': 'Ein <{name}> wird geschlossen, das nicht offen ist',
  'html.unreadable': 'Das lässt sich nicht als HTML lesen: {text}',
  'html.deep': 'Elemente sind zu tief verschachtelt: höchstens {limit} Ebenen',
  'html.forbidden': 'HTML-Blöcke hinzufügen und ändern kann nur, wer HTML in Seiten schreiben darf',
};
