/* What each post and page of the export should become, written down from what Ghost shows. */

const text = (...words: readonly unknown[]): readonly unknown[] => ['paragraph', ...words];
const link = (words: string, address: string, ...marks: readonly string[]): readonly string[] => [
  words,
  address,
  ...marks,
];
const item = (...blocks: readonly unknown[]): readonly unknown[] => ['listItem', ...blocks];
const row = (kind: 'tableHeader' | 'tableCell', ...cells: readonly string[]): readonly unknown[] => [
  'tableRow',
  ...cells.map((cell) => [kind, text(cell)]),
];

export interface Expected {
  readonly title: string;
  readonly shape: readonly unknown[];
  readonly publishedAt?: string;
  /** Codes of the report. */
  readonly notes?: readonly string[];
  readonly isDraft?: boolean;
}

/** Texts by their addresses. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  '/skerry/the-lamp': {
    title: 'The lamp & the “lens” — <cleaned>',
    publishedAt: '2023-04-16T07:30:00.000Z',
    notes: ['import.linksRewritten'],
    shape: [
      text(
        'We ',
        ['clean', 'bold'],
        ' the ',
        ['lamp', 'italic'],
        ' with ',
        ['care and haste', 'strike'],
        ' vinegar, ',
        ['never', 'bold', 'italic'],
        ' with sand.',
      ),
      text(
        'H',
        ['2', 'subscript'],
        'O, 12 m',
        ['2', 'superscript'],
        ' of glass, ',
        ['wipe --dry', 'code'],
        ', slowly and ',
        ['upwards', 'highlight'],
        '.',
      ),
      text(
        'See ',
        link('which ', 'https://cloths.example/list?kind=soft&n=2#top'),
        link('cloth', 'https://cloths.example/list?kind=soft&n=2#top', 'bold'),
        ', ',
        link('the bell', '/skerry/the-fog-bell'),
        ', ',
        link('who we are', '/about#keepers'),
        ' or ',
        link('below', '#the-glass'),
        '.',
        ['hardBreak'],
        'A line of its own.',
      ),
      ['heading 2', 'The glass'],
      text('Clear 透明 and ½ a litre: ', link('write to us', 'mailto:ines@skerry.example'), '.'),
    ],
  },
  '/skerry/headings': {
    title: 'Headings of every level',
    shape: [
      ['heading 2', 'One'],
      text('a'),
      ['heading 3', 'Two'],
      text('b'),
      ['heading 4', 'Three ', ['and more', 'italic']],
      text('c'),
      ['heading 4', 'Four'],
      text('d'),
      ['heading 4', 'Five'],
      text('e'),
      ['heading 4', 'Six'],
      text('f'),
    ],
  },
  '/skerry/lists': {
    title: 'Lists within lists',
    shape: [
      [
        'bulletList',
        item(text('Oil'), [
          'bulletList',
          item(text('of rape')),
          item(text('of fish'), ['orderedList', item(text('cod')), item(text('herring'))]),
        ]),
        item(text('Wicks')),
      ],
      [
        'orderedList',
        item(text('Light')),
        item(text(['Wind', 'bold'], ' the ', link('clock', 'https://clocks.example/'))),
        item(text('Sleep')),
      ],
    ],
  },
  '/skerry/quotes': {
    title: 'Quotes and asides',
    shape: [
      ['blockquote', text('The sea ', ['keeps', 'italic'], ' nothing.', ['hardBreak'], 'It lends.')],
      ['blockquote', text('A light is a promise.')],
      ['horizontalRule'],
      text('After the line.'),
    ],
  },
  '/skerry/pictures': {
    title: 'A picture, a wide one, and one that is a link',
    notes: ['import.imageElsewhere'],
    shape: [['image'], text('Between.'), ['image'], ['image']],
  },
  '/skerry/gallery': {
    title: 'A gallery',
    shape: [
      text('Four of ours:'),
      ['gallery', ['image'], ['image'], ['image'], ['image']],
      text('Two of each'),
    ],
  },
  '/skerry/bookmarks': {
    title: 'Bookmarks',
    notes: ['import.linksRewritten'],
    shape: [
      text(
        link('Tide tables & more', 'https://tides.example/table?port=skerry&day=1'),
        ['hardBreak'],
        'High water, low water <and> slack.',
      ),
      text('For every port'),
      text(link('A gallery', '/skerry/gallery')),
    ],
  },
  '/skerry/callouts': {
    title: 'Callouts',
    shape: [
      ['callout warning', text('⚠️ Mind the ', ['third', 'bold'], ' step.')],
      ['callout tip', text('💡 Tea is ', link('below', 'https://tea.example/'), '.')],
      ['callout note', text('No emoji here.')],
      ['callout caution', text('🔥 Do not touch.')],
    ],
  },
  '/skerry/toggles': {
    title: 'Toggles',
    shape: [
      [
        'details',
        ['detailsSummary', 'Can I ', ['visit', 'bold'], '?'],
        [
          'detailsContent',
          text('On Sundays, by ', link('boat', 'https://boats.example/'), '.'),
          ['bulletList', item(text('at ten')), item(text('at two'))],
        ],
      ],
      ['details', ['detailsSummary', 'Is it open in winter?'], ['detailsContent', text('No.')]],
    ],
  },
  '/skerry/code': {
    title: 'Code',
    shape: [
      ['codeBlock javascript', 'for (const flash of flashes) {\n\tshow(flash); // <b> & </b>\n\n}'],
      text('Every ', ['ten', 'bold'], ' seconds'),
      ['codeBlock', 'plain  text\n  indented'],
    ],
  },
  '/skerry/html': {
    title: 'HTML of our own',
    notes: ['import.dropped', 'import.dropped', 'import.dropped'],
    shape: [
      text('Before.'),
      [
        'table',
        row('tableHeader', 'Colour', 'Seconds'),
        row('tableCell', 'red', '10'),
        row('tableCell', 'dark'),
      ],
      text(['Lux', 'bold']),
      text('Light on a square metre.'),
      text('Kept ', ['words', 'bold'], '.'),
      text('After.'),
    ],
  },
  '/skerry/embeds': {
    title: 'Films and sounds of others',
    notes: ['import.dropped', 'import.dropped'],
    shape: [
      ['embed'],
      text('A film'),
      ['embed'],
      ['embed'],
      ['blockquote', text('Fog again.'), text('— Fog (@fog) ', link('May 1', 'https://chatter.example/fog/1'))],
      text('Waves'),
    ],
  },
  '/skerry/buttons': {
    title: 'Buttons',
    notes: ['import.linksRewritten'],
    shape: [text('Come:'), ['button'], ['button']],
  },
  '/skerry/headers': {
    title: 'Headers of sections',
    shape: [
      ['image'],
      ['heading 2', 'Come in'],
      text('The door is ', ['open', 'italic']),
      ['button'],
      text('Below it.'),
      ['image'],
      ['heading 2', 'Of the first kind'],
      ['heading 3', 'As it was before'],
    ],
  },
  '/skerry/product': {
    title: 'Things for sale',
    shape: [
      ['image'],
      ['heading 4', 'A lens'],
      text('★★★★☆'),
      text('Ground by ', ['hand', 'bold'], '.'),
      ['button'],
    ],
  },
  '/skerry/media': {
    title: 'Sounds, films and files of ours',
    // Addresses here can't begin with "media".
    notes: ['import.aliasWrong'],
    shape: [
      text(link('The fog horn', 'https://skerry.example/content/media/2023/05/horn.mp3')),
      text(link('Waves in May', 'https://skerry.example/content/media/2023/05/waves.mp4')),
      text(
        link('Plan of the tower', 'https://skerry.example/content/files/2026/11/plan.pdf'),
        ['hardBreak'],
        'All four floors',
      ),
    ],
  },
  '/skerry/markdown': {
    title: 'Markdown with notes',
    shape: [
      ['heading 2', 'Log of the night'],
      text(
        'Wind from ',
        ['north', 'italic'],
        ', force ',
        ['six', 'bold'],
        '.',
        ['[1]', 'superscript'],
        ' And rain.',
        ['[2]', 'superscript'],
      ),
      [
        'bulletList',
        item(text('[ ] oil')),
        item(text('item'), ['orderedList', item(text('first')), item(text('second'))]),
      ],
      [
        'table',
        row('tableHeader', 'Hour', 'Wind'),
        row('tableCell', '22', '5'),
        row('tableCell', '23', '6'),
      ],
      ['codeBlock sh', 'wind --now'],
      ['blockquote', text('As ever.')],
      ['image'],
      text(
        'H',
        ['2', 'subscript'],
        'O, x',
        ['2', 'superscript'],
        ', ',
        ['late', 'highlight'],
        ', ',
        ['early', 'strike'],
        ', under',
      ),
      ['horizontalRule'],
      ['orderedList', item(text('By our own gauge.')), item(text('Since ', ['ten', 'code'], '.'))],
      text('The end.'),
    ],
  },
  '/skerry/signup': {
    title: 'For subscribers',
    notes: ['import.dropped'],
    shape: [
      text('Public words.'),
      text('SPONSORED'),
      text('Our friends sell ', ['rope', 'bold'], '.'),
      ['button'],
    ],
  },
  '/skerry/paywall': {
    title: 'Half of it is for members',
    isDraft: true,
    notes: ['import.membersOnly', 'import.isDraft'],
    shape: [text('For all.'), text('For members.')],
  },
  '/skerry/paid': {
    title: 'For those who pay',
    isDraft: true,
    notes: ['import.membersOnly', 'import.isDraft'],
    shape: [text('Gold.')],
  },
  '/skerry/not-finished': {
    title: 'Not finished',
    isDraft: true,
    notes: ['import.isDraft'],
    shape: [text('Half a sen')],
  },
  '/skerry/next-century': {
    title: 'Next century',
    isDraft: true,
    notes: ['import.dateFuture'],
    shape: [text('Later.')],
  },
  '/skerry/chai': {
    title: 'Чай на маяке',
    publishedAt: '2023-05-06T21:59:59.000Z',
    shape: [text('Чай, 茶, شاي и 🍵.'), text('مرحبا بكم')],
  },
  '/skerry/untitled': { title: '(Untitled)', shape: [text('Without a title.')] },
  '/skerry/nothing': { title: 'Nothing in it', notes: ['import.noHtml'], shape: [text()] },
  '/skerry/the-fog-bell': {
    title: 'The fog bell',
    publishedAt: '2019-11-05T05:06:07.000Z',
    notes: ['import.linksRewritten'],
    shape: [
      text(
        'The bell is ',
        ['older', 'bold'],
        ' than ',
        link('the lamp', '/skerry/the-lamp#the-glass'),
        '.',
        ['hardBreak'],
        ['Much older.', 'italic'],
      ),
      ['heading 2', 'Its sound'],
      ['image'],
      ['bulletList', item(text('Ding')), item(text('Dong'))],
      ['blockquote', text('Every two minutes.')],
      ['horizontalRule'],
      text('From ', ['before', 'italic'], ':'),
      ['orderedList', item(text('ring')), item(text('wait'))],
      text('Own HTML'),
      ['codeBlock text', 'ding\n  dong'],
      ['callout note', text('🔔 Loud.')],
    ],
  },
  '/about': {
    title: 'About',
    publishedAt: '2022-01-02T03:04:05.000Z',
    notes: ['import.linksRewritten'],
    shape: [
      text('A tower of ', link('light', '/skerry/the-lamp'), '.'),
      ['heading 2', 'Keepers'],
      text('Three of us.'),
    ],
  },
  '/visit': {
    title: 'Visit',
    notes: ['import.linksRewritten'],
    shape: [
      ['orderedList', item(text('Take the boat')), item(text('Climb'))],
      text(link('About us', '/about')),
    ],
  },
  '/house-rules': {
    title: 'House rules',
    shape: [
      ['heading 2', 'No smoking'],
      ['heading 2', 'No smoking'],
      text(link('The second', '#no-smoking-2')),
    ],
  },
  '/old-plan': {
    title: 'Old plan',
    isDraft: true,
    notes: ['import.isDraft'],
    shape: [text('Draft of a page.')],
  },
};

/** What pictures, players and buttons say of themselves. */
export const DETAILS: readonly (readonly [path: string, type: string, attrs: readonly object[]])[] = [
  [
    '/skerry/pictures',
    'image',
    [
      { alt: 'The lamp at dusk', caption: 'By Tom' },
      { alt: 'The lens' },
      { href: 'https://lenses.example/fresnel' },
    ],
  ],
  ['/skerry/gallery', 'image', [{ alt: 'Lamp' }, { alt: 'Lens' }, { alt: 'Lamp' }, { alt: 'Lens' }]],
  ['/skerry/lists', 'orderedList', [{}, { start: 3 }]],
  ['/skerry/html', 'table', [{ caption: 'Flashes' }]],
  ['/skerry/html', 'tableCell', [{ colspan: 1 }, { colspan: 1 }, { colspan: 2 }]],
  [
    '/skerry/embeds',
    'embed',
    [
      { provider: 'youtube', key: 'aqz-KE-bpKQ', title: 'Big Buck Bunny' },
      { provider: 'vimeo', key: '76979871' },
      { provider: 'spotify', key: 'track/11dFghVXANMlKmJXsNCbNl', title: 'Spotify Embed: Cut' },
    ],
  ],
  [
    '/skerry/buttons',
    'button',
    [
      { label: 'Book a boat & a bed', href: 'https://boats.example/book?n=2&m=3' },
      { label: 'See the gallery', href: '/skerry/gallery' },
    ],
  ],
  ['/skerry/headers', 'button', [{ label: 'To the boats', href: 'https://boats.example/' }]],
  ['/skerry/product', 'button', [{ label: 'Buy it', href: 'https://shop.skerry.example/lens' }]],
  ['/skerry/signup', 'button', [{ label: 'To the rope', href: 'https://rope.example/' }]],
  ['/skerry/markdown', 'image', [{ alt: 'The lamp' }]],
  ['/skerry/the-fog-bell', 'image', [{ alt: 'The bell', caption: 'Cast in 1880' }]],
];
