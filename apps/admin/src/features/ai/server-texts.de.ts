import type {
  AI_CHECK_TEXTS,
  AI_DISCOVERY_TEXTS,
  AI_FAILURE_TEXTS,
  AI_SETTING_FAULTS,
  AI_TEXTS,
} from '@sitedesk/contract/ai';
import type { TRANSLATION_TEXTS } from '@sitedesk/contract/ai-translations';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<
  | typeof AI_TEXTS
  | typeof AI_SETTING_FAULTS
  | typeof AI_FAILURE_TEXTS
  | typeof AI_CHECK_TEXTS
  | typeof AI_DISCOVERY_TEXTS
  | typeof TRANSLATION_TEXTS
> = {
  'ai.off': 'KI ist für diese Website deaktiviert.',
  'ai.endpointMissing': 'Die KI ist nicht eingerichtet: Der Endpunkt fehlt.',
  'ai.unusable': 'Die KI kann nicht verwendet werden: {fault}',
  'ai.userBudget': 'Sie haben Ihr KI-Budget für heute verbraucht.',
  'ai.siteBudget': 'Diese Website hat ihr KI-Budget für heute verbraucht.',
  'ai.providerLimit': 'Der KI-Anbieter nimmt im Moment keine weiteren Anfragen an.',
  'ai.busy': 'Es laufen zu viele KI-Anfragen.',
  'ai.replaced': 'Ein neuerer Vorschlag wurde angefordert.',
  'ai.paused': 'Der KI-Anbieter hat mehrfach versagt. Er wird für kurze Zeit nicht mehr gefragt.',
  'ai.failed': 'Der KI-Anbieter hat nicht geliefert: {reason}',
  'ai.slow': 'Der KI-Anbieter hat nicht rechtzeitig geantwortet.',
  'ai.helpOff': 'Diese Art von Hilfe ist für diese Website deaktiviert.',
  'ai.cut':
    'Die Antwort wurde abgeschnitten und ist deshalb nicht verwendbar. Versuchen Sie es noch einmal oder mit einem kürzeren Text.',
  'ai.noPictures': 'Dieses Modell liest keine Bilder. Wählen Sie in den KI-Einstellungen ein anderes.',
  'ai.paragraphTooLong': 'Der Absatz ist zu lang: Höchstens {max} Zeichen lassen sich auf einmal verbessern.',
  'ai-translation.noText': 'Eine Anwendung hat keinen Text, der sich übersetzen lässt.',
  'ai-translation.ended': 'Diese Übersetzung ist abgeschlossen.',
  'ai-setting.endpoint': 'muss eine URL ohne Passwort, Abfrage und Fragment sein',
  'ai-setting.otherSource':
    'ist vom Server für einen anderen Endpunkt festgelegt und wird nicht an einen hier eingegebenen gesendet. Geben Sie ein eigenes Token ein',
  'ai-setting.required': 'ist erforderlich, solange die KI eingeschaltet ist',
  'ai-setting.azureModel': 'muss der Name einer Bereitstellung sein: „auto“ gibt es bei Azure OpenAI nicht',
  'ai-failure.refused': 'Er akzeptiert das Zugriffstoken nicht ({status}).',
  'ai-failure.tokenMissing': 'Er verlangt ein Zugriffstoken ({status}).',
  'ai-failure.throttled': 'Er erhält zu viele Anfragen ({status}).',
  'ai-failure.quota': 'Das Konto beim Anbieter hat kein Guthaben mehr ({status}).',
  'ai-failure.service': 'Er hat selbst ein Problem ({status}).',
  'ai-failure.model': 'Er kennt das Modell „{model}“ nicht ({status}).',
  'ai-failure.configuration': 'An diesem Endpunkt gibt es keine API ({status}).',
  'ai-failure.redirect': 'Der Endpunkt leitet weiter ({status}). Weiterleitungen werden nicht befolgt.',
  'ai-failure.bad-request': 'Er akzeptiert die Anfrage nicht ({status}).',
  'ai-failure.tooLong': 'Der Text ist zu lang für dieses Modell ({status}).',
  'ai-failure.unreachable': 'Er ist nicht erreichbar.',
  'ai-failure.late': 'Er hat nicht rechtzeitig geantwortet.',
  'ai-failure.blocked': 'Dieser Server verbindet sich nicht mit dieser Adresse.',
  'ai-failure.garbage': 'Seine Antwort ist nicht die einer solchen API.',
  'ai-failure.interrupted': 'Er hat mitten in der Antwort einen Fehler gemeldet.',
  'ai-failure.noModel': 'In seiner Liste passt kein Modell zu „auto“. Geben Sie ein Modell ein.',
  'ai-check.ok': 'Der Anbieter hat geantwortet. Die KI ist einsatzbereit.',
  'ai-check.thinks':
    'Dieses Modell denkt nach, bevor es schreibt, und hat seine Token damit verbraucht. Wählen Sie eines, das direkt antwortet.',
  'ai-check.empty': 'Der Anbieter hat ohne Text geantwortet. Wählen Sie ein anderes Modell.',
  'ai-check.filtered':
    'Der Inhaltsfilter des Anbieters hat eine harmlose Antwort gestoppt. Prüfen Sie den Filter beim Anbieter.',
  'ai-discovery.inferred': 'Das Modell ist die Bereitstellung, die in den Einstellungen steht.',
  'ai-discovery.endpoint': 'Geben Sie zuerst einen Endpunkt ein.',
  'ai-discovery.off': 'Schalten Sie zuerst die KI ein.',
  'ai-discovery.token': 'Geben Sie zuerst ein Zugriffstoken ein.',
  'ai-discovery.unsupported': 'Der Anbieter führt seine Modelle nicht auf. Geben Sie einen Namen ein.',
};
