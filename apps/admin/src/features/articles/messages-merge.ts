import { defineMessages } from '../../app/i18n';

/** Texts for deciding between what two people wrote. */
defineMessages('articleMerge', {
  en: {
    title: 'You and {name} changed the same parts',
    text: 'Everything else is merged. Choose what stays.',
    someone: 'someone else',
    whole: 'The whole text',
    nothing: 'Nothing',
    sides: { base: 'Before', ours: 'Yours', theirs: 'From {name}' },
    choices: { ours: 'Keep mine', theirs: 'Take the one from {name}', both: 'Keep both' },
    left: 'Decide one more | Decide {count} more',
    later: 'Decide later',
    save: 'Save',
  },
  de: {
    title: 'Sie und {name} haben dieselben Stellen geändert',
    text: 'Alles andere ist zusammengeführt. Wählen Sie, was bleibt.',
    someone: 'jemand anderes',
    whole: 'Der ganze Text',
    nothing: 'Nichts',
    sides: { base: 'Vorher', ours: 'Ihre Fassung', theirs: 'Von {name}' },
    choices: { ours: 'Meine behalten', theirs: 'Die von {name} übernehmen', both: 'Beide behalten' },
    left: 'Noch eine Entscheidung | Noch {count} Entscheidungen',
    later: 'Später entscheiden',
    save: 'Speichern',
  },
});
