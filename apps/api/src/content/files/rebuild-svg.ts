import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escapeHtml } from '../../platform/core/escape-html.js';

/** A drawing as visitors get it. */
export interface RebuiltSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Elements that only draw. What isn't here is left out with all that is in it. */
const ELEMENTS = words(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath linearGradient radialGradient stop
   clipPath mask pattern marker style filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
   feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
   feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`,
);
const ATTRIBUTES = words(
  `id class style transform viewBox preserveAspectRatio version width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength dx dy
   rotate textLength lengthAdjust startOffset method spacing side offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits
   maskContentUnits patternUnits patternContentUnits patternTransform markerUnits markerWidth markerHeight orient refX refY role
   aria-label aria-hidden lang filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent
   operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant
   specularConstant specularExponent scale xChannelSelector yChannelSelector stdDeviation azimuth elevation pointsAtX pointsAtY pointsAtZ
   limitingConeAngle z radius baseFrequency numOctaves seed stitchTiles alignment-baseline baseline-shift clip-path clip-rule color
   color-interpolation color-interpolation-filters direction display dominant-baseline fill fill-opacity fill-rule filter flood-color
   flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing lighting-color
   marker-end marker-mid marker-start mask opacity overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray
   stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
   text-rendering unicode-bidi vector-effect visibility word-spacing writing-mode`,
);

const MOST_ELEMENTS = 100_000;
const MOST_DEPTH = 200;
const FALLBACK = { width: 300, height: 150 };

/**
 * Writes a drawing again with what is known to be harmless: no scripts, handlers, links, pictures or fonts of elsewhere, and nothing that
 * moves. Its reader is strict, and knows no entities but XML's own.
 * @returns undefined for what isn't a drawing
 */
export function rebuildSvg(source: string): RebuiltSvg | undefined {
  const parser = new SaxesParser({ xmlns: true });
  let out = '';
  let count = 0;
  let size: Pick<RebuiltSvg, 'width' | 'height'> | undefined;
  /** Of the elements that are open; those that are left out have none. */
  const open: (string | undefined)[] = [];
  const isShown = (): boolean => open.every((name) => name !== undefined);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    count += 1;
    if (count > MOST_ELEMENTS || open.length > MOST_DEPTH) throw new Error('The drawing is too large.');
    const isRoot = open.length === 0;
    if (isRoot && (tag.uri !== SVG || tag.local !== 'svg')) throw new Error('This isn’t a drawing.');
    const isKnown = tag.uri === SVG && ELEMENTS.has(tag.local);
    const draws = isKnown && isShown();
    open.push(isKnown ? tag.local : undefined);
    if (isRoot) size = sizeOf(tag);
    if (draws) out += `<${tag.local}${isRoot ? ` xmlns="${SVG}"` : ''}${attributesOf(tag)}>`;
  });
  parser.on('closetag', () => {
    const draws = isShown();
    const name = open.pop();
    if (draws && name !== undefined) out += `</${name}>`;
  });
  const write = (text: string): void => {
    if (open.length === 0 || !isShown()) return;
    if (open.at(-1) === 'style') out += isOwnStyle(text) ? escapeHtml(text) : '';
    else out += escapeHtml(text);
  };
  parser.on('text', write);
  parser.on('cdata', write);
  try {
    parser.write(source).close();
  } catch {
    return undefined; // it isn't XML, or no drawing
  }
  return size && { text: out, ...size };
}

function attributesOf({ attributes }: SaxesTagNS): string {
  return Object.values(attributes)
    .map(({ uri, local, value }) => {
      const isReference = local === 'href' && (uri === '' || uri === XLINK);
      if (isReference) return /^#[\w.:-]+$/.test(value.trim()) ? ` href="${escapeHtml(value.trim())}"` : '';
      if (uri === XML && local === 'space') return ` xml:space="${escapeHtml(value)}"`;
      const isKnown = uri === '' && ATTRIBUTES.has(local) && isOwnStyle(value);
      return isKnown ? ` ${local}="${escapeHtml(value)}"` : '';
    })
    .join('');
}

/** Nothing in it leads out of the drawing: only references to its own parts, and no way to write something in disguise. */
const isOwnStyle = (text: string): boolean =>
  !/\\|@|javascript:|expression\s*\(|image-set|(?:^|[^\w-])src\s*\(/i.test(text) &&
  !/url\s*\((?!\s*["']?\s*#)/i.test(text);

/** As wide and high as it says, or else as its view box is. */
function sizeOf({ attributes }: SaxesTagNS): Pick<RebuiltSvg, 'width' | 'height'> {
  const number = (name: string): number => {
    const [, digits = ''] = /^\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$/.exec(attributes[name]?.value ?? '') ?? [];
    return Number(digits);
  };
  const [, , boxWidth = 0, boxHeight = 0] = (attributes['viewBox']?.value ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = number('width') || boxWidth || FALLBACK.width;
  const height = number('height') || boxHeight || FALLBACK.height;
  const isSound = width > 0 && height > 0 && width < 1e6 && height < 1e6;
  return isSound ? { width: Math.ceil(width), height: Math.ceil(height) } : FALLBACK;
}
