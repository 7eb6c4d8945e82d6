import { defineMessages } from '../../app/i18n';

defineMessages('importKeys', {
  en: {
    back: 'Imports',
    title: 'Import keys',
    open: 'Import keys',
    description:
      'With a key, your CI or another program imports documents. It has your permissions, as far as imports need them, and does nothing else.',
    noneText: 'A program that imports documents needs a key.',
    addText: 'It imports documents on your behalf, and is shown once.',
    rotateText: 'You get a new key with the same name and limits. It has your permissions.',
    revokeText: 'Nobody can import with it from then on. What was imported stays.',
    scope: 'Can',
    scopes: { draft: 'Drafts only', publish: 'Import and publish' },
    reach: 'Reaches',
    reaches: { all: 'Everything that you can edit', blog: 'One blog', path: 'One path and what is below' },
    blog: 'Blog',
    blogPlaceholder: 'Choose a blog',
    path: 'Path',
    pathHelp: 'It reaches nothing else, whatever you can edit yourself.',
    only: 'only',
    actsAs: 'acts as {name}',
  },
  de: {
    back: 'Importe',
    title: 'Importschlüssel',
    open: 'Importschlüssel',
    description:
      'Mit einem Schlüssel importiert Ihre CI oder ein anderes Programm Dokumente. Es hat dabei Ihre Rechte, soweit Importe sie brauchen, und kann sonst nichts.',
    noneText: 'Ein Programm, das Dokumente importiert, braucht einen Schlüssel.',
    addText: 'Er importiert Dokumente in Ihrem Namen und wird nur einmal angezeigt.',
    rotateText:
      'Sie bekommen einen neuen Schlüssel mit gleichem Namen und gleichen Grenzen. Er hat Ihre Rechte.',
    revokeText: 'Niemand kann damit mehr importieren. Was importiert ist, bleibt.',
    scope: 'Darf',
    scopes: { draft: 'Nur Entwürfe', publish: 'Importieren und veröffentlichen' },
    reach: 'Erreicht',
    reaches: {
      all: 'Alles, was Sie bearbeiten können',
      blog: 'Einen Blog',
      path: 'Einen Pfad und was darunter liegt',
    },
    blog: 'Blog',
    blogPlaceholder: 'Blog auswählen',
    path: 'Pfad',
    pathHelp: 'Anderes erreicht er nicht, auch wenn Sie es bearbeiten können.',
    only: 'nur',
    actsAs: 'handelt als {name}',
  },
});
