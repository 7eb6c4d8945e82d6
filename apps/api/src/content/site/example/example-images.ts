/** A picture of the example site. Its path stays what it is, because articles name it: a new picture gets a new name. */
interface ExampleImage {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const COLOURS = {
  g: ['#0d5c46', '#e9d9a8'],
  r: ['#8e2a20', '#f0d3a0'],
  b: ['#23405c', '#dfe6d4'],
  o: ['#b9772b', '#fff4dc'],
  p: ['#f4ecdc', '#8e2a20'],
  k: ['#2b2a28', '#d3b06a'],
} as const;
type Colour = keyof typeof COLOURS;

/** Width, height and colour of a book's spine; the last one leans, if it says so. */
type Spine = readonly [width: number, height: number, colour: Colour, leans?: true];

const HEIGHT = 520;
const BOARD = 24;

/** Books on a shelf, from the left. */
function shelf(name: string, wall: string, start: number, spines: readonly Spine[]): ExampleImage {
  let x = start;
  const books = spines.map(([width, height, colour, leans]) => {
    const [cloth, gold] = COLOURS[colour];
    const top = HEIGHT - BOARD - height;
    const band = (share: number, thickness: number): string =>
      `<rect x="${x}" y="${Math.round(top + height * share)}" width="${width}" height="${thickness}" fill="${gold}"/>`;
    const title = `<rect x="${x + width * 0.24}" y="${Math.round(top + height * 0.3)}" width="${width * 0.52}" height="${Math.round(height * 0.16)}" rx="3" fill="none" stroke="${gold}" stroke-width="3"/>`;
    const book = `<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="4" fill="${cloth}"/>${band(0.1, 7)}${band(0.13, 2)}${title}${band(0.84, 2)}${band(0.86, 7)}`;
    const tilt = leans
      ? ` transform="translate(${Math.round(height * 0.16)}) rotate(-9 ${x} ${HEIGHT - BOARD})"`
      : '';
    x += width + (leans ? 0 : 5);
    return `<g${tilt}>${book}</g>`;
  });
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 ${HEIGHT}"><rect width="1200" height="${HEIGHT}" fill="${wall}"/>${books.join('')}<rect y="${HEIGHT - BOARD}" width="1200" height="${BOARD}" fill="#6b4a2b"/></svg>`;
  return { path: `/_sd/example/${name}.svg`, type: 'image/svg+xml', body };
}

export const IMAGES = {
  home: shelf('shelf', '#dfe7df', 110, [
    [74, 380, 'k'],
    [104, 430, 'r'],
    [56, 350, 'p'],
    [88, 400, 'g'],
    [120, 300, 'o'],
    [66, 410, 'b'],
    [66, 410, 'b'],
    [96, 360, 'r'],
    [60, 330, 'p'],
    [110, 420, 'g'],
    [82, 370, 'k', true],
  ]),
  post: shelf('three-books', '#f0e6d2', 380, [
    [110, 400, 'b'],
    [130, 350, 'o'],
    [96, 380, 'g', true],
  ]),
  bible: shelf('one-book', '#e4dccd', 485, [[230, 420, 'k']]),
  paper: shelf('paper', '#d9e3e6', 330, [
    [40, 330, 'p'],
    [52, 360, 'p'],
    [34, 300, 'p'],
    [130, 410, 'r'],
    [44, 350, 'p'],
    [90, 380, 'b'],
    [60, 320, 'p', true],
  ]),
} as const;

export const exampleImages: readonly ExampleImage[] = Object.values(IMAGES);
