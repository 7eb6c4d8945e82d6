import { defineMessages } from '../../app/i18n';

/** Texts of what a blog has beside its text. */
defineMessages('blogSettings', {
  en: {
    title: 'Blog',
    posts: 'No posts yet | {count} post, {live} live | {count} posts, {live} live',
    change: 'Change…',
    perPage: 'Posts per page',
    perPageHelp: 'Takes effect immediately.',
    perPageSaved: 'The blog shows {count} post per page | The blog shows {count} posts per page',
    renameTitle: 'Change the URL of “{title}”',
    renameText: 'The blog and all its posts move in one step.',
    rename: 'Change URL',
    renamed: 'The blog is now at {path}',
    pattern: 'Use lowercase letters a to z, digits, - and _.',
    tooLong: 'Use at most {max} characters.',
    taken: '{path} is already in use.',
    takenBy: '{path} belongs to “{title}”.',
    moves: 'No posts move | {count} post gets a new URL | {count} posts get new URLs',
    forwards:
      'No URLs redirect: nothing is live | {count} old URL will redirect | {count} old URLs will redirect',
  },
  de: {
    title: 'Blog',
    posts: 'Noch keine Beiträge | {count} Beitrag, {live} online | {count} Beiträge, {live} online',
    change: 'Ändern…',
    perPage: 'Beiträge pro Seite',
    perPageHelp: 'Gilt sofort.',
    perPageSaved: 'Der Blog zeigt {count} Beitrag pro Seite | Der Blog zeigt {count} Beiträge pro Seite',
    renameTitle: 'URL von „{title}“ ändern',
    renameText: 'Der Blog und alle seine Beiträge ziehen in einem Schritt um.',
    rename: 'URL ändern',
    renamed: 'Der Blog ist jetzt unter {path}',
    pattern: 'Verwenden Sie Kleinbuchstaben a bis z, Ziffern, - und _.',
    tooLong: 'Höchstens {max} Zeichen.',
    taken: '{path} ist schon vergeben.',
    takenBy: '{path} gehört zu „{title}“.',
    moves:
      'Kein Beitrag zieht um | {count} Beitrag erhält eine neue URL | {count} Beiträge erhalten neue URLs',
    forwards:
      'Nichts wird weitergeleitet: nichts ist online | {count} alte URL leitet weiter | {count} alte URLs leiten weiter',
  },
});
