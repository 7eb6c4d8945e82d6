import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import type { CreateArticleDto } from '@sitedesk/contract/articles.dto';
import type { ArticleDocument, DocumentNode } from '@sitedesk/contract/documents';
import type { FirstText } from '../../articles/articles.service.js';
import { IMAGES } from './example-images.js';

/** An article of the example site. */
export interface ExamplePage {
  readonly path: string;
  readonly input: CreateArticleDto;
  readonly text: FirstText;
}

export const EXAMPLE_NAME = 'Pike & Linden';
/** By the paths of its pages, with links below them. */
export const EXAMPLE_MENU: readonly {
  readonly path: string;
  readonly children?: readonly { readonly label: string; readonly url: string }[];
}[] = [
  {
    path: '/about',
    children: [
      { label: 'How a repair goes', url: '/about#how-a-repair-goes' },
      { label: 'Visit us', url: '/about#visit-us' },
    ],
  },
  { path: '/journal' },
  { path: '/contact' },
];

const STREAM = 'journal';

/** What stands between asterisks is bold. */
const inline = (text: string): readonly DocumentNode[] =>
  text
    .split('*')
    .map((part, index): DocumentNode => ({
      type: 'text',
      text: part,
      ...(index % 2 === 1 ? { marks: [{ type: 'bold' }] } : {}),
    }))
    .filter((node) => node.text !== '');
const p = (text: string): DocumentNode => ({ type: 'paragraph', content: inline(text) });
const h = (text: string, level = 2): DocumentNode => ({
  type: 'heading',
  attrs: { level },
  content: inline(text),
});
const list = (type: 'bulletList' | 'orderedList', ...items: readonly string[]): DocumentNode => ({
  type,
  content: items.map((item) => ({ type: 'listItem', content: [p(item)] })),
});
const button = (label: string, href: string): DocumentNode => ({ type: 'button', attrs: { label, href } });
const columns = (...blocks: readonly (readonly DocumentNode[])[]): DocumentNode => ({
  type: 'columns',
  content: blocks.map((content) => ({ type: 'column', content })),
});
const doc = (...content: readonly DocumentNode[]): ArticleDocument => ({ type: 'doc', content });

const post = (title: string, slug: string, text: FirstText): ExamplePage => ({
  path: `/${STREAM}/${slug}`,
  input: { type: ARTICLE_TYPES.post, title, slug, blogKey: STREAM },
  text,
});

/** In the order in which they are published: the home page last, because it is the sign that the others are there. */
export const EXAMPLE_PAGES: readonly ExamplePage[] = [
  {
    path: '/about',
    input: { type: ARTICLE_TYPES.page, title: 'About us', slug: 'about' },
    text: {
      introduction: 'Two binders, a press from 1911, and a waiting list of about six weeks.',
      document: doc(
        p(
          'Ruth Pike learned to bind in a prison workshop, where she taught. Tomas Linden repaired paper for a county archive until the archive moved. Since 2009 they have shared a bench in Weaver’s Yard, under a roof window that faces north.',
        ),
        p(
          'Most of what comes in isn’t valuable. It is a cookbook with half its pages loose, a dictionary that survived three students, the only copy of a grandfather’s poems. We take these as seriously as the folios.',
        ),
        h('How a repair goes'),
        list(
          'orderedList',
          '*You send a photo.* We tell you what it needs, and what it would cost.',
          '*You bring the book, or post it.* We look again before we begin, and call if anything is different.',
          '*We do no more than we said.* Every repair can be undone by the binder who comes after us.',
        ),
        {
          type: 'blockquote',
          attrs: { source: 'Ruth Pike' },
          content: [p('A good repair is one that the next binder thanks you for.')],
        },
        h('Visit us'),
        p('4 Weaver’s Yard, Fenmouth. Tuesday to Saturday, 10 to 5. Ring twice, the press is loud.'),
      ),
    },
  },
  {
    path: '/contact',
    input: { type: ARTICLE_TYPES.page, title: 'Contact', slug: 'contact' },
    text: {
      introduction:
        'Tell us about your book: what it is, what has happened to it, and what you would like it to do. We reply within two working days.',
      document: doc(
        { type: 'contactForm' },
        {
          type: 'callout',
          attrs: { kind: 'note' },
          content: [
            p(
              '*Pike & Linden is imaginary.* This site came with Sitedesk. What you send here is in the inbox of your administration, and its notification in the mail catcher.',
            ),
          ],
        },
      ),
    },
  },
  {
    path: `/${STREAM}`,
    input: { type: ARTICLE_TYPES.stream, title: 'Journal', blogKey: STREAM },
    text: { introduction: 'Notes from the bench: what came in, what went wrong, and what we learned.' },
  },
  post('What Japanese paper is good for', 'japanese-paper', {
    introduction: 'It weighs less than a breath and holds a torn page for a century.',
    bannerImage: IMAGES.paper.path,
    document: doc(
      p(
        'People expect tape. Tape is quick, and in twenty years it leaves a brown stripe that nothing takes out. What we use instead is paper made from the bark of the mulberry tree: long fibres, hardly any weight, and so thin that you read through it.',
      ),
      h('How we mend a tear'),
      list(
        'bulletList',
        '*Tear* a strip, never cut it. The soft edge disappears into the page.',
        '*Paste* it with wheat starch, which water dissolves again.',
        '*Wait.* Overnight, under felt and a stone.',
      ),
      p('The next morning you have to look for the tear. If you find it at once, we do it again.'),
    ),
  }),
  post('A family Bible with three owners', 'a-family-bible', {
    introduction: 'Four kilos, eleven births, and a question that a binder can’t answer.',
    bannerImage: IMAGES.bible.path,
    document: doc(
      p(
        'Two sisters and a cousin brought it together, in a laundry basket. The spine was gone, the boards hung by threads, and on the pages between the Testaments stood every birth of the family since 1874.',
      ),
      p(
        'We resewed it on linen tapes and kept the old leather where it could still bend. It took nine days. Then all three asked us to whom it should go.',
      ),
      p(
        'We don’t answer that. But we made three boxes, one for each shelf, and the book moves every Christmas.',
      ),
    ),
  }),
  post('Does your book need a binder?', 'does-your-book-need-a-binder', {
    introduction: 'Three questions to ask before you spend any money. Often the answer is no.',
    bannerImage: IMAGES.post.path,
    document: doc(
      p('We send a third of all books home untouched. Ask these three questions first.'),
      h('Does it hold together?'),
      p(
        'Open it in the middle and let it lie. If pages slide out, the sewing has failed, and every reading makes it worse. If they don’t, leave it alone.',
      ),
      h('Is it dusty, or is it mould?'),
      p(
        'Dust is grey and dry and comes off with a soft brush. Mould is in spots and smells. Put the book in a paper bag, not in plastic, and call someone: us, or anyone near you.',
      ),
      h('Would you read it again?'),
      p(
        'A repair is for use. A book that only has to exist needs a box, which costs a quarter of a binding and protects it better.',
      ),
      button('Ask us about your book', '/contact'),
    ),
  }),
  {
    path: '/',
    input: { type: ARTICLE_TYPES.page, title: 'Old books, opened again', home: true },
    text: {
      introduction:
        'We resew loose pages, rebuild broken spines and rebind what has been read to pieces. By hand, and never more than the book needs.',
      bannerImage: IMAGES.home.path,
      bannerText: 'A row of bound books on a shelf',
      document: doc(
        button('Tell us about your book', '/contact'),
        h('Work and prices'),
        columns(
          [
            h('Mend', 3),
            p('Loose pages resewn, torn leaves closed with Japanese paper, hinges made to hold again.'),
            p('*from £45*'),
          ],
          [
            h('Rebind', 3),
            p('A new case in cloth, quarter leather or full leather, titled by hand on the spine.'),
            p('*from £140*'),
          ],
          [
            h('Make', 3),
            p('Guest books, journals, a thesis, an edition of twelve. Your paper or ours.'),
            p('*from £60*'),
          ],
        ),
        h('From the journal'),
        { type: 'postList', attrs: { stream: STREAM, count: 3, look: 'cards' } },
      ),
    },
  },
];
