import { defineMessages } from '../../app/i18n';

/** Texts about the others who have an article open. */
defineMessages('presence', {
  en: {
    others: 'Also here',
    writes: '{name} is editing',
    reads: '{name} is viewing',
    writing: '{name} is editing. Until they’re done, you can only read.',
    asked: 'You asked {name} to let you edit.',
    lostSaved: '{name} took over. Your changes are saved in the draft.',
    lostKept:
      '{name} took over. What isn’t saved yet stays on this device and is offered when you open the article.',
    ask: 'Request to edit',
    take: 'Take over',
    asks: '{name} would like to edit.',
    give: 'Hand over',
    keep: 'Not now',
  },
  de: {
    others: 'Auch hier',
    writes: '{name} bearbeitet den Artikel',
    reads: '{name} liest mit',
    writing: '{name} bearbeitet den Artikel gerade. Bis dahin können Sie nur lesen.',
    asked: 'Sie haben {name} gebeten, Ihnen die Bearbeitung zu überlassen.',
    lostSaved: '{name} hat übernommen. Ihre Änderungen sind im Entwurf gespeichert.',
    lostKept:
      '{name} hat übernommen. Was noch nicht gespeichert ist, bleibt auf diesem Gerät und wird Ihnen beim Öffnen des Artikels angeboten.',
    ask: 'Bearbeitung anfragen',
    take: 'Übernehmen',
    asks: '{name} möchte den Artikel bearbeiten.',
    give: 'Übergeben',
    keep: 'Jetzt nicht',
  },
});
