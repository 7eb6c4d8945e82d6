import type { CDPSession, Page } from 'playwright-core';

/** In pixels of the page. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Something that a screen reader says in one go. */
interface Said {
  readonly words: string;
  readonly box: Box;
  /** Its nodes of the document, from the outermost to its own, each with where it's drawn. */
  readonly path: readonly { readonly node: number; readonly box: Box | undefined }[];
  /** The outermost node that is fixed to the window, with all that is in it; undefined for what is in the page. */
  readonly layer: number | undefined;
}

/** As high as no screen is, so that nothing scrolls and nothing sticks to an edge. */
const HEIGHT = 6_000;
/** Of the styles that the browser is asked for, in this order. */
const STYLES = ['overflow-x', 'overflow-y', 'clip-path', 'position'] as const;
/** What has nothing to say without words in it. */
const SILENT = new Set(['generic', 'none', 'InlineTextBox', 'RootWebArea']);
/** What is read as a whole: its words are its value. */
const WHOLE = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'img', 'image', 'Iframe']);
const MOST_STOPS = 400;

/**
 * Where a screen reader or the Tab key goes another way than eyes do (WCAG 1.3.2 and 2.4.3); empty is good.
 *
 * The accessibility tree of the browser is compared with where it draws what is in it: what is read next is below or right of
 * what was read before. That holds for any two texts, and for any two groups of the same parent, as a card or a column is.
 * What overlaps, such as a word in a sentence, can't be told apart and counts as right. What lies over the page, such as a menu or a
 * notification, is read when one comes to it: it has an order of its own.
 * @param stops also whether Tab goes through the document in its order, and out of everything that it goes into
 */
export async function readingFindings(
  page: Page,
  { stops = false }: { readonly stops?: boolean } = {},
): Promise<readonly string[]> {
  const screen = page.viewportSize();
  if (screen) await page.setViewportSize({ ...screen, height: HEIGHT });
  await page.evaluate('scrollTo(0, 0)'); // where what sticks to the top is in its place
  const session = await page.context().newCDPSession(page);
  try {
    const said = await allSaid(session);
    if (said.length === 0) return ['nothing is read'];
    return [...misread(said), ...(stops ? await misplacedStops(page) : [])];
  } finally {
    await session.detach();
    if (screen) await page.setViewportSize(screen);
  }
}

/** Everything that is read and seen, in the order of reading. */
async function allSaid(session: CDPSession): Promise<readonly Said[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const find = await whereDrawn(session);
  const said: Said[] = [];
  const visit = (id: string): boolean => {
    const node = byId.get(id);
    if (!node) return false;
    const role = String(node.role?.value);
    const words = String(node.name?.value ?? '').trim();
    const whole = !node.ignored && WHOLE.has(role);
    const inside = whole ? false : (node.childIds ?? []).map(visit).includes(true);
    if (inside || node.ignored || SILENT.has(role) || (words === '' && !whole)) return inside;
    const drawn = node.backendDOMNodeId === undefined ? undefined : find(node.backendDOMNodeId);
    if (drawn) said.push({ words: `${role} “${words.slice(0, 40)}”`, ...drawn });
    return drawn !== undefined;
  };
  const [root] = nodes;
  if (root) visit(root.nodeId);
  return said;
}

/** Tells of a node where it is seen; of none that isn't drawn, is cut away, or is beyond the page. */
async function whereDrawn(
  session: CDPSession,
): Promise<(backendNodeId: number) => Omit<Said, 'words'> | undefined> {
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', {
    computedStyles: [...STYLES],
  });
  const [document] = documents;
  if (!document) throw new Error('The browser has no document.');
  const { nodes, layout, textBoxes } = document;
  const { parentIndex = [], backendNodeId = [], nodeName = [] } = nodes;
  const boxes = new Map<number, Box>();
  const styles = new Map<number, readonly string[]>();
  layout.nodeIndex.forEach((node, index) => {
    const drawn = boxOf(layout.bounds[index]);
    boxes.set(node, union(boxes.get(node), drawn));
    if (!styles.has(node))
      styles.set(
        node,
        (layout.styles[index] ?? []).map((each) => strings[each] ?? ''),
      );
  });
  // A text's own box is as wide as its paragraph; those of its lines are not.
  const lines = new Map<number, Box>();
  textBoxes.layoutIndex.forEach((index, line) => {
    const node = layout.nodeIndex[index] ?? -1;
    lines.set(node, union(lines.get(node), boxOf(textBoxes.bounds[line])));
  });
  // What these cut away is what one scrolls to.
  const isPage = (node: number): boolean => ['HTML', 'BODY'].includes(strings[nodeName[node] ?? -1] ?? '');
  const indexes = new Map(backendNodeId.map((id, index) => [id, index]));
  return (id) => {
    const node = indexes.get(id);
    let box = node === undefined ? undefined : (lines.get(node) ?? boxes.get(node));
    if (node === undefined || !box) return undefined;
    const path: Said['path'][number][] = [{ node, box: boxes.get(node) }];
    let away = styles.get(node)?.[3] ?? '';
    let layer = away === 'fixed' ? node : undefined;
    for (let each = parentIndex[node] ?? -1; each >= 0; each = parentIndex[each] ?? -1) {
      path.unshift({ node: each, box: boxes.get(each) });
      const [x, y, clip, position = ''] = styles.get(each) ?? [];
      const around = boxes.get(each);
      const cuts = clip !== 'none' || ((x !== 'visible' || y !== 'visible') && away !== 'fixed');
      if (clip !== undefined && around && cuts && !isPage(each)) box = intersection(box, around);
      if (position !== 'fixed') continue;
      away = position;
      layer = each;
    }
    const seen = intersection(box, {
      left: 0,
      top: 0,
      right: document.contentWidth ?? Infinity,
      bottom: Infinity,
    });
    return seen.right - seen.left < 2 || seen.bottom - seen.top < 2 ? undefined : { box: seen, path, layer };
  };
}

function misread(said: readonly Said[]): readonly string[] {
  const findings = new Set<string>();
  const compare = (these: readonly Pick<Said, 'words' | 'box'>[]): void =>
    these.forEach((next, index) => {
      const former = these.slice(0, index).findLast(({ box }) => isBefore(next.box, box));
      if (former) findings.add(`${next.words} is read after ${former.words}, and seen before it`);
    });
  const compareGroups = (those: readonly Said[], depth: number): void => {
    const groups = new Map<number, Said[]>();
    for (const each of those) {
      const at = each.path[depth];
      if (!at) continue;
      const group = groups.get(at.node);
      if (group) group.push(each);
      else groups.set(at.node, [each]);
    }
    if (groups.size > 1)
      compare(
        [...groups.values()].map((group) => ({
          words: group[0]?.words ?? '',
          box:
            ownBox(group[0]?.path[depth]?.box) ??
            group.map(({ box }) => box).reduce((sum, box) => union(sum, box)),
        })),
      );
    for (const group of groups.values()) compareGroups(group, depth + 1);
  };
  for (const layer of new Set(said.map((each) => each.layer))) {
    const those = said.filter((each) => each.layer === layer);
    compare(those);
    compareGroups(those, 0);
  }
  return [...findings];
}

/** The element that has the focus, in what shadow it may be, and where it stands to the one before. */
const FOCUSED = `(() => {
  let element = document.activeElement;
  if (!element || element === document.body) return null;
  const hosts = [element];
  while ((element = element.shadowRoot?.activeElement)) hosts.push(element);
  element = hosts.at(-1);
  const former = (globalThis.stopsOfTab ??= []).at(-1);
  // Where the ways to both part.
  const at = hosts.findIndex((each, index) => each !== former?.[index]);
  const isBack = former?.[at] && former[at].compareDocumentPosition(hosts[at]) & Node.DOCUMENT_POSITION_PRECEDING;
  const state = former?.at(-1) === element ? 'stays'
    : stopsOfTab.some((each) => each.at(-1) === element) ? 'returns' : isBack ? 'back' : 'on';
  if (state === 'on' || state === 'back') stopsOfTab.push(hosts);
  const name = element.getAttribute('aria-label') ?? element.innerText ?? '';
  return { state, frame: element.localName === 'iframe', name: element.localName + ' “' + name.trim().slice(0, 40) + '”' };
})()`;
interface Stop {
  readonly state: 'on' | 'back' | 'stays' | 'returns';
  /** Whether the focus is in a frame, whose stops can't be seen from here. */
  readonly frame: boolean;
  readonly name: string;
}

/** Presses Tab until it has been everywhere. */
async function misplacedStops(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  await page.evaluate('delete globalThis.stopsOfTab');
  // A dialog has the focus already, and begins again at its end.
  let turns = (await page.evaluate('document.activeElement !== document.body')) ? 1 : 0;
  let former = 'the start of the page';
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    let now = (await page.evaluate(FOCUSED)) as Stop | null;
    if (now?.frame && now.state === 'stays') continue;
    if (now?.state === 'stays') {
      // Where Tab is a key for writing, Escape comes first.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      now = (await page.evaluate(FOCUSED)) as Stop | null;
      if (now?.state === 'stays') return [...findings, `Tab doesn’t leave ${now.name}`];
    }
    if (now === null || now.state === 'returns') return findings;
    if (now.state === 'back' && (turns -= 1) < 0)
      findings.push(`Tab goes from ${former} back to ${now.name}`);
    former = now.name;
  }
  return [...findings, `${MOST_STOPS} stops of Tab`];
}

/** Whether eyes come to the one before the other: on a line they go right, and lines go down. */
function isBefore(one: Box, other: Box): boolean {
  const height = Math.min(one.bottom - one.top, other.bottom - other.top) / 2;
  const width = Math.min(one.right - one.left, other.right - other.left) / 2;
  const isBelow = one.top >= other.bottom - height;
  const isRight = one.left >= other.right - width;
  const isAbove = one.bottom <= other.top + height;
  const isLeft = one.right <= other.left + width;
  return !isBelow && !isRight && (isAbove || isLeft);
}

/** Undefined where nothing is drawn but what is taken out of the flow. */
const ownBox = (box: Box | undefined): Box | undefined =>
  box && box.right - box.left >= 2 && box.bottom - box.top >= 2 ? box : undefined;
const boxOf = ([left = 0, top = 0, width = 0, height = 0]: readonly number[] = []): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const union = (one: Box | undefined, other: Box): Box =>
  one
    ? {
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
      }
    : other;
const intersection = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
