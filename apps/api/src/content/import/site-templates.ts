/* Markdown of Jekyll, Hugo and Pelican has places that their templates fill. */

/** Markdown without those, and the names of what only its site could fill, which stays in the text. */
export interface WithoutTemplates {
  readonly markdown: string;
  readonly names: readonly string[];
}

const FENCE = /^ {0,3}(```+|~~~+)/;
const CODE_START =
  /^(?:\{%-?\s*highlight\s+([\w+#-]+)[^%]*%\}|\{\{[<%]\s*highlight\s+"?([\w+#-]+)[^{}]*[>%]\}\})\s*$/;
const CODE_END = /^(?:\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*\/\s*highlight\s*[>%]\}\})\s*$/;
const PLACE = /\{\{[^{}\n]{1,500}\}\}|\{%[^{}\n]{1,500}%\}|\{(?:filename|static|attach)\}[^\s)>"']{0,500}/g;
const LONGEST_LINE = 20_000;

/**
 * @param externalId of the document, for what is named from the root of its site
 */
export function withoutTemplates(source: string, externalId: string): WithoutTemplates {
  if (!/\{[{%]|\{(?:filename|static|attach)\}/.test(source)) return { markdown: source, names: [] };
  const names = new Set<string>();
  const root = rootOf(externalId);
  let fence: string | undefined;
  let isCode = false;
  const lines = source.split('\n').map((line) => {
    if (isCode) {
      if (!CODE_END.test(line)) return line;
      isCode = false;
      return '```';
    }
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    if (fence !== undefined || line.length > LONGEST_LINE) return line;
    const [started, ofJekyll, ofHugo] = CODE_START.exec(line) ?? [];
    if (started !== undefined) {
      isCode = true;
      return `\`\`\`${ofJekyll ?? ofHugo ?? ''}`;
    }
    return outsideOfCode(line, (text) => text.replaceAll(PLACE, (place) => filled(place, root, names)));
  });
  return { markdown: lines.join('\n'), names: [...names] };
}

/** Changes a line except for what stands between ticks, which is meant as it is. */
function outsideOfCode(line: string, change: (text: string) => string): string {
  let open: string | undefined;
  return line
    .split(/(`+)/)
    .map((part, at) => {
      if (at % 2 === 0) return open === undefined ? change(part) : part;
      if (open === undefined) open = part;
      else if (open === part) open = undefined;
      return part;
    })
    .join('');
}

/** @returns what a place of a template becomes; what isn't known stays, and its name is added */
function filled(place: string, root: string, names: Set<string>): string {
  if (place.startsWith('{%')) return ofTag(place, root, names);
  if (!place.startsWith('{{')) return ofPelican(place, root);
  const shortcode = /^\{\{[<%]\s*(\/?\s*[\w/.-]+)([^]*?)[>%]\}\}$/.exec(place);
  if (shortcode) return ofShortcode(place, shortcode[1] ?? '', shortcode[2] ?? '', root, names);
  const inside = place.slice(2, -2).replaceAll(/^-|-$/g, '').trim();
  if (/^site\.(?:baseurl|url)$/.test(inside)) return '';
  const [, address] =
    /^["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.baseurl)$/.exec(inside) ?? [];
  if (address !== undefined) return address;
  names.add(`{{ ${inside.slice(0, 40)} }}`);
  return place;
}

/** Liquid, of Jekyll. */
function ofTag(place: string, root: string, names: Set<string>): string {
  const [, name = '', rest = ''] = /^\{%-?\s*(\w+)\s*([^]*?)-?%\}$/.exec(place) ?? [];
  const target = rest.trim();
  if (name === 'post_url' && target !== '')
    return `${root}${target.includes('/') ? target.replace(/([^/]+)$/, '_posts/$1') : `_posts/${target}`}.md`;
  if (name === 'link' && target !== '') return `${root}${target.replace(/^\//, '')}`;
  if (name === 'raw' || name === 'endraw') return '';
  names.add(`{% ${name} %}`);
  return place;
}

/** Shortcodes of Hugo. */
function ofShortcode(place: string, name: string, rest: string, root: string, names: Set<string>): string {
  const values = new Map(
    [...rest.matchAll(/([\w-]+)=(?:"([^"]*)"|(\S+))/g)].map(([, key, a, b]) => [key, a ?? b ?? '']),
  );
  if (name === 'ref' || name === 'relref') {
    const [, target] = /^\s*(?:path=)?"([^"]+)"/.exec(rest) ?? /^\s*(\S+)/.exec(rest) ?? [];
    // Without a dot, a path begins at the folder of all documents.
    if (target !== undefined)
      return /^[^./][^/]*$|^\./.test(target) ? target : root + target.replace(/^\//, '');
  }
  if (name === 'figure' && values.has('src')) {
    const text = (key: string): string => escaped(values.get(key) ?? '');
    const picture = `<img src="${text('src')}" alt="${text('alt')}">`;
    const shown = values.has('link') ? `<a href="${text('link')}">${picture}</a>` : picture;
    return `<figure>${shown}<figcaption>${text('caption') || text('title')}</figcaption></figure>`;
  }
  const video = /^\s*(?:id=)?"?([\w-]+)"?\s*$/.exec(rest)?.[1];
  if (name === 'youtube' && video) return `<iframe src="https://www.youtube.com/embed/${video}"></iframe>`;
  if (name === 'vimeo' && video) return `<iframe src="https://player.vimeo.com/video/${video}"></iframe>`;
  names.add(`{{< ${name.replaceAll(/\s/g, '')} >}}`);
  return place;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Paths of Pelican; those that begin with a slash are of its folder of documents. */
function ofPelican(place: string, root: string): string {
  const path = place.slice(place.indexOf('}') + 1);
  return path.startsWith('/') ? `${root}${path.slice(1)}` : path;
}

/** The way from a document up to the folder that its site names paths from. */
function rootOf(externalId: string): string {
  const folders = externalId.split('/').slice(0, -1);
  const root = folders.findLastIndex((folder) => /^_(?:posts|drafts)$/.test(folder));
  const content = folders.indexOf('content');
  const depth =
    root >= 0 ? folders.length - root : content >= 0 ? folders.length - content - 1 : folders.length;
  return '../'.repeat(depth);
}
