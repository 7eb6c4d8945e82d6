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
    tool: 'Command line',
    toolText:
      'One file that Node 20 or later runs, without installing anything. It imports a folder with its pictures, and only what has changed is written.',
    download: 'Download {name}',
    ways: { terminal: 'In a terminal', github: 'In GitHub Actions' },
    wayTexts: {
      terminal: 'Without --dry-run, it imports what it said before. Interrupted, it continues where it was.',
      github: 'Commit the file to your repository, and save the key as the secret SITEDESK_IMPORT_KEY.',
    },
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
    tool: 'Kommandozeile',
    toolText:
      'Eine Datei, die Node ab Version 20 ohne Installation ausführt. Sie importiert einen Ordner mit seinen Bildern; geschrieben wird nur, was sich geändert hat.',
    download: '{name} herunterladen',
    ways: { terminal: 'Im Terminal', github: 'In GitHub Actions' },
    wayTexts: {
      terminal:
        'Ohne --dry-run wird importiert. Nach einer Unterbrechung geht es an derselben Stelle weiter.',
      github:
        'Legen Sie die Datei in Ihr Repository, und speichern Sie den Schlüssel als Secret SITEDESK_IMPORT_KEY.',
    },
  },
});
