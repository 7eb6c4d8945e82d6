import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Site: 'Public site' },
    groupText: { Site: 'What all public pages share.' },
    Site: {
      PublicUrl: 'Public URL',
      PublicUrlHelp:
        'Such as https://example.com. Search engines get links to it. It can’t have the hostname of the administration.',
      Language: 'Language',
      LanguageHelp: 'For what the pages say around your text, such as dates and the contact form.',
      FeedContent: 'Posts in feeds',
      FeedContentHelp:
        'What people read in feed readers (RSS, Atom, JSON Feed). There are feeds once the site has posts and a public URL.',
      Icon: 'Icon',
      IconHelp:
        'In browser tabs and bookmarks. The URL of a square picture, or the path of a file of the site, such as /media/…/icon.png. Without one, it’s the first letter of the site’s name.',
      SocialImage: 'Picture for shared links',
      SocialImageHelp:
        'What messengers and social networks show for pages without a banner, best 1,200 by 630 pixels. A URL, or the path of a file of the site.',
      RobotsTxt: 'robots.txt',
      RobotsTxtHelp:
        'What search engines may read. The line with the sitemap is added. Under any hostname but the public one, search engines are told to stay away.',
      Search: 'Search',
      SearchHelp:
        'Visitors can search what is published, at /search, which becomes the last item of the menu. A page of yours with that URL comes first.',
      TimeZone: 'Time zone',
      TimeZoneHelp: 'Such as Europe/Zurich. Articles are scheduled in it. UTC when empty.',
    },
    words: {
      Site: {
        PublicUrl: 'canonical domain address website base url',
        Language: 'german english locale translation',
        FeedContent: 'rss atom json feed reader subscribe full text excerpt',
        Icon: 'favicon logo tab bookmark',
        SocialImage: 'open graph og image social card preview facebook linkedin share',
        RobotsTxt: 'robots crawler search engine seo google disallow sitemap',
        Search: 'find query full text visitors',
        TimeZone: 'clock schedule publish utc',
      },
    },
    choices: { en: 'English', de: 'German', full: 'Full text', introduction: 'Introduction only' },
  },
  de: {
    groups: { Site: 'Öffentliche Website' },
    groupText: { Site: 'Was alle öffentlichen Seiten gemeinsam haben.' },
    Site: {
      PublicUrl: 'Öffentliche URL',
      PublicUrlHelp:
        'Zum Beispiel https://example.com. Suchmaschinen bekommen Links dorthin. Der Hostname der Verwaltung ist nicht erlaubt.',
      Language: 'Sprache',
      LanguageHelp:
        'Für alles, was die Seiten rund um Ihren Text sagen, etwa Datumsangaben und das Kontaktformular.',
      FeedContent: 'Beiträge in Feeds',
      FeedContentHelp:
        'Was in Feedreadern zu lesen ist (RSS, Atom, JSON Feed). Feeds gibt es, sobald die Website Beiträge und eine öffentliche URL hat.',
      Icon: 'Symbol',
      IconHelp:
        'In Tabs und Lesezeichen. Die URL eines quadratischen Bildes oder der Pfad einer Datei der Website, zum Beispiel /media/…/icon.png. Ohne Angabe steht dort der erste Buchstabe des Namens der Website.',
      SocialImage: 'Bild für geteilte Links',
      SocialImageHelp:
        'Was Messenger und soziale Netzwerke bei Seiten ohne Banner zeigen, am besten 1200 × 630 Pixel. Eine URL oder der Pfad einer Datei der Website.',
      RobotsTxt: 'robots.txt',
      RobotsTxtHelp:
        'Was Suchmaschinen lesen dürfen. Die Zeile mit der Sitemap wird ergänzt. Unter jedem anderen als dem öffentlichen Hostnamen werden Suchmaschinen ferngehalten.',
      Search: 'Suche',
      SearchHelp:
        'Besucher können unter /search alles durchsuchen, was veröffentlicht ist. Die Suche wird zum letzten Punkt des Menüs. Eine eigene Seite mit dieser URL hat Vorrang.',
      TimeZone: 'Zeitzone',
      TimeZoneHelp: 'Zum Beispiel Europe/Zurich. Artikel werden in dieser Zeitzone geplant. UTC, wenn leer.',
    },
    words: {
      Site: {
        PublicUrl: 'kanonisch domain adresse website basis url',
        Language: 'deutsch englisch sprache übersetzung',
        FeedContent: 'rss atom json feedreader abonnieren volltext auszug',
        Icon: 'favicon logo tab lesezeichen icon',
        SocialImage: 'open graph og image vorschaubild social media teilen',
        RobotsTxt: 'robots crawler suchmaschine seo google disallow sitemap',
        Search: 'suchen finden volltext besucher',
        TimeZone: 'uhr uhrzeit planen veröffentlichen utc',
      },
    },
    choices: { en: 'Englisch', de: 'Deutsch', full: 'Ganzer Text', introduction: 'Nur die Einleitung' },
  },
});
