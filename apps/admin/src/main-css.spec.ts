import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
type Tokens = ReadonlyMap<string, string>;

const CSS = readFileSync(join(import.meta.dirname, 'main.css'), 'utf8');
const PALETTE = readFileSync(createRequire(import.meta.url).resolve('tailwindcss/theme.css'), 'utf8');

const declarations = (css: string): Tokens =>
  new Map(
    [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );

function blockOf(selector: string): Tokens {
  const start = CSS.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`main.css has no ${selector}.`);
  return declarations(CSS.slice(start, CSS.indexOf('\n}', start)));
}

/** What the kit adds, where main.css says nothing. */
const KIT = {
  light: { '--ui-text-inverted': '#fff' },
  dark: { '--ui-text-inverted': 'var(--color-sand-900)' },
};
const layers = (...all: readonly Tokens[]): Tokens => new Map(all.flatMap((each) => [...each]));
const light = layers(
  declarations(PALETTE),
  declarations(CSS.slice(0, CSS.indexOf(':root'))),
  new Map(Object.entries(KIT.light)),
  blockOf(':root'),
);
const dark = layers(light, new Map(Object.entries(KIT.dark)), blockOf('.dark'));
const THEMES: readonly (readonly [string, Tokens, number])[] = [
  ['light', light, 4.5],
  ['dark', dark, 4.5],
  ['high contrast, light', layers(light, blockOf('.contrast:not(.dark)')), 7],
  ['high contrast, dark', layers(dark, blockOf('.contrast.dark')), 7],
];

/** Linear light of a token's colour. */
function colour(tokens: Tokens, name: string): Rgb {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`Nobody declares ${name}.`);
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (reference !== undefined) return colour(tokens, reference);
  const hex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (hex)
    return [hex[1], hex[2], hex[3]].map((digit) => linear(parseInt(digit ?? '', 16) / 15)) as unknown as Rgb; // three digits
  const [l, c, h] =
    /^oklch\(([\d.]+)(?<percent>%?) ([\d.]+) ([\d.]+)\)$/
      .exec(value)
      ?.slice(1)
      .filter((part) => part !== '%' && part !== '') ?? [];
  if (l === undefined || c === undefined || h === undefined) throw new Error(`${name} is ${value}.`);
  return fromOklch(value.includes('%') ? Number(l) / 100 : Number(l), Number(c), Number(h));
}

/** OKLCH to linear sRGB, cut off at what a screen can show (Ottosson's matrices). */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const gamma = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** A colour thinly over another, as chips and hints have it. */
const over = (top: Rgb, share: number, ground: Rgb): Rgb =>
  top.map((value, index) =>
    linear(gamma(value) * share + gamma(ground[index] ?? 0) * (1 - share)),
  ) as unknown as Rgb; // as many as there were

const WORDS = ['dimmed', 'muted', 'toned', 'highlighted']
  .map((name) => `--ui-text-${name}`)
  .concat('--ui-text');
const GROUNDS = ['--ui-bg', '--ui-bg-muted', '--ui-bg-elevated', '--surface-hover', '--surface-selected'];
const STATES = ['--ui-primary', '--ui-success', '--ui-warning', '--ui-error', '--ui-info'];
/** WCAG 1.4.11. */
const CONTROL = 3;

describe.each(THEMES)('the colours of the theme %s', (_name, tokens, text) => {
  const of = (name: string): Rgb => colour(tokens, name);
  const tooFaint = (pairs: readonly (readonly [string, Rgb, Rgb])[], least: number): readonly string[] =>
    pairs
      .map(([name, one, other]) => [name, contrast(one, other)] as const)
      .filter(([, ratio]) => ratio < least)
      .map(([name, ratio]) => `${name}: ${ratio.toFixed(2)}`);

  it('have words that can be read on every ground', () => {
    const pairs = WORDS.flatMap((word) =>
      GROUNDS.map((ground) => [`${word} on ${ground}`, of(word), of(ground)] as const),
    );
    expect(tooFaint(pairs, text)).toEqual([]);
  });

  it('have states that can be read on every ground, and on their own tint', () => {
    const pairs = STATES.flatMap((state) =>
      GROUNDS.slice(0, 3).flatMap((ground) => [
        [`${state} on ${ground}`, of(state), of(ground)] as const,
        [`${state} on its tint on ${ground}`, of(state), over(of(state), 0.1, of(ground))] as const,
      ]),
    );
    expect(tooFaint(pairs, text)).toEqual([]);
  });

  it('have words on filled buttons that can be read', () => {
    const pairs = ['--ui-primary', '--ui-error'].map(
      (state) => [`inverted on ${state}`, of('--ui-text-inverted'), of(state)] as const,
    );
    expect(tooFaint([...pairs, ['inverted', of('--ui-bg'), of('--ui-bg-inverted')]], text)).toEqual([]);
    expect(
      tooFaint([['the place one is at', of('--ui-text-highlighted'), of('--ui-bg-accented')]], text),
    ).toEqual([]);
  });

  it('have a focus that can be seen everywhere', () => {
    const pairs = [...GROUNDS, '--ui-bg-accented'].map(
      (ground) => [ground, of('--focus'), of(ground)] as const,
    );
    expect(tooFaint(pairs, CONTROL)).toEqual([]);
  });

  it('have boxes and switches that can be seen everywhere', () => {
    const pairs = GROUNDS.map((ground) => [ground, of('--control'), of(ground)] as const);
    expect(tooFaint(pairs, CONTROL)).toEqual([]);
  });
});

describe.each(THEMES.slice(2))('the edges of the theme %s', (_name, tokens) => {
  it.each(['--ui-border', '--ui-border-muted', '--ui-border-accented'])('%s can be seen', (edge) => {
    for (const ground of GROUNDS)
      expect(contrast(colour(tokens, edge), colour(tokens, ground))).toBeGreaterThanOrEqual(CONTROL);
  });
});
