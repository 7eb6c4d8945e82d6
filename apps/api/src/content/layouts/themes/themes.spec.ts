import { STYLE_SOURCE } from './default-style.js';
import { JOURNAL_SOURCE } from './journal-theme.js';

type Colors = Readonly<Record<string, string>>;

/** Variables of a style sheet that are colors, the last of each name, in a color scheme. */
function colorsOf(css: string, scheme: 'light' | 'dark'): Colors {
  const colors: Record<string, string> = {};
  for (const { groups } of css.matchAll(
    /(?<dark>@media \(prefers-color-scheme: dark\) \{\s*)?:root \{(?<body>[^}]*)\}/g,
  )) {
    if (groups?.['dark'] !== undefined && scheme === 'light') continue;
    for (const [, name = '', value = ''] of (groups?.['body'] ?? '').matchAll(/--(\w+): (#[0-9a-f]+);/g))
      if (value.length === 7) colors[name] = value; // print says #000
  }
  return colors;
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
};

describe('code in the themes', () => {
  it.each([
    ['default', 'light', STYLE_SOURCE],
    ['default', 'dark', STYLE_SOURCE],
    ['journal', 'light', JOURNAL_SOURCE.css],
    ['journal', 'dark', JOURNAL_SOURCE.css],
  ] as const)('has colors that can be read: %s, %s', (_name, scheme, css) => {
    const colors = colorsOf(css, scheme);
    const used = [...css.matchAll(/^\.hljs-[^{]*\{ color: var\(--(\w+)\); \}$/gm)].map(
      ([, name = '']) => name,
    );
    expect(used.length).toBeGreaterThan(4);
    for (const name of used) {
      const ratio = contrast(colors[name] ?? '', colors['raised'] ?? '');
      expect([name, ratio]).toEqual([name, Math.max(ratio, 4.5)]);
    }
  });
});
