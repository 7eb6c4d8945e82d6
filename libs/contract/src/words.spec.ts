import { countWords } from './words.js';

const TEXTS = [
  "The garden behind the workshop isn’t open, don't ask. It costs 1,234.56 euro; see www.example.com or a.b@c.de.",
  'A well-known snake_case, C++, 3rd état naïve Größe x2 $5 50% übergroß ‘quoted’ e.g. U.S.A. 👍 3:2 and/or l’été 1.5m v1.2.3 A–B',
  'Москва была большим городом. שלום עולם! العَرَبِيَّة لغة جميلة. हिन्दी भाषा में लिखा हुआ। 한국어 단어 세 개',
  '我们的花园在大楼后面,5楼有咖啡馆。 東京タワーはとても高いです。 สวนหลังบ้านเปิดทุกวัน and English 混在 too',
  'ສະບາຍດີ ຊາວໂລກ ភាសាខ្មែរ មြန်မာစာ',
  '',
  ' \n—…!? ',
];

it.each(TEXTS)('counts the words of “%s” as Unicode divides them', (text) => {
  const segments = [...new Intl.Segmenter('und', { granularity: 'word' }).segment(text)];
  expect(countWords(text)).toBe(segments.filter(({ isWordLike }) => isWordLike).length);
});

it('counts words that readers see', () => {
  expect(countWords('It’s a well-known 1.5 m fence.')).toBe(7);
});
