import type { Page } from 'playwright-core';
import { writeTo } from '../harness/mailing-list.js';
import { mailBy, WITHOUT_LIMITS } from '../harness/site.js';
import { type Admin, startAdmin } from './support/admin.js';

/**
 * What one can type in or tick, and cannot tell from what is around it: the contrast of its edge, or of its own colour, as
 * the browser has computed them (WCAG 1.4.11). What the browser draws itself is its own business.
 */
const FAINT = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const COLOUR = /(?:rgba?|oklch|oklab|lab|lch|color)\\([^)]*\\)/g;
  const edges = (element) => {
    const style = getComputedStyle(element);
    const shadows = style.boxShadow.split(/,(?![^(]*\\))/).filter((one) => /[1-9]/.test(one.replace(COLOUR, '')));
    const border = parseFloat(style.borderTopWidth) > 0 ? [style.borderTopColor] : [];
    return [...shadows.flatMap((one) => one.match(COLOUR) ?? []), ...border, style.backgroundColor]
      .map(rgba)
      .filter((colour) => colour[3] === 255);
  };
  const CONTROLS = 'input, textarea, select, [role=combobox], [role=checkbox], [role=radio], [role=switch]';
  const seen = [...document.querySelectorAll(CONTROLS)].filter(
    (one) => one.checkVisibility() && one.offsetWidth > 4 && getComputedStyle(one).opacity !== '0' &&
      !one.closest('[aria-hidden=true]') && !(one.matches('input[type=checkbox], input[type=radio]') && getComputedStyle(one).appearance === 'auto'));
  return {
    count: seen.length,
    faint: seen.map((one) => [one.getAttribute('role') ?? one.tagName, one.getAttribute('aria-label') ?? one.id,
        Math.max(...edges(one).map((colour) => contrast(colour, ground(one.parentElement))))])
      .filter(([, , ratio]) => !(ratio >= 3)).map(([kind, name, ratio]) => kind + ' ' + name + ' ' + ratio.toFixed(2)),
  };
})()`;

describe('controls that can be seen (NFR-19)', () => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await startAdmin({ ...WITHOUT_LIMITS, ...mailBy('none:') });
    await writeTo(admin.site.api.url, 'zora@example.com', { name: 'Zora Quist' });
  });
  afterAll(() => admin.stop());

  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(admin.url(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

  it.each(['light', 'dark'] as const)('against what is around them, at 3:1, %s', async (theme) => {
    const page = await admin.page({ theme });
    for (const path of [
      '/users',
      '/inbox',
      '/settings',
      '/roles/new',
      '/me?part=preferences',
      '/settings/spam',
    ]) {
      await open(page, path);
      const { count, faint } = (await page.evaluate(FAINT)) as { count: number; faint: string[] };
      expect({ path, faint }).toEqual({ path, faint: [] });
      expect(count).toBeGreaterThan(0);
    }
  });

  it.each(['light', 'dark'] as const)(
    'the row of the palette that Enter takes has an edge, %s',
    async (theme) => {
      const page = await admin.page({ theme });
      await page.keyboard.press('Control+k');
      const active = page.locator('[role=option][data-highlighted]');
      await active.first().waitFor();
      expect(await active.count()).toBe(1);
      const edges = (): Promise<unknown> =>
        page.evaluate(`[...document.querySelectorAll('[role=option]')].slice(0, 2).map((one) => {
        const { boxShadow, outlineStyle, borderTopWidth, borderLeftWidth } = getComputedStyle(one, '::before');
        return [boxShadow !== 'none', outlineStyle !== 'none' && outlineStyle !== '', borderTopWidth, borderLeftWidth].join();
      })`);
      const [first, second] = (await edges()) as [string, string];
      expect(first).not.toBe(second);
      await page.keyboard.press('ArrowDown');
      await page.locator('[role=option]:nth-of-type(2)[data-highlighted]').first().waitFor();
      expect(await edges()).toEqual([second, first]);
    },
  );

  it.each(['light', 'dark'] as const)('in the system’s own colours too, %s', async (theme) => {
    const page = await admin.page({ theme });
    await page.emulateMedia({ forcedColors: 'active', colorScheme: theme });
    /** Elements without an edge or colour of their own. */
    const unseen = (selector: string): Promise<unknown> =>
      page.evaluate(`(() => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'Canvas';
        const canvas = getComputedStyle(probe).color;
        probe.remove();
        const all = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility());
        const isSeen = (one) => {
          const { outlineStyle, outlineWidth, borderTopWidth, borderTopStyle, backgroundColor } = getComputedStyle(one);
          return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ||
            (borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0) || ![canvas, 'rgba(0, 0, 0, 0)'].includes(backgroundColor);
        };
        return { some: all.length > 0, unseen: all.filter((one) => !isSeen(one)).map((one) => one.outerHTML.slice(0, 120)) };
      })()`);
    const nothing = { some: true, unseen: [] };
    await open(page, '/me?part=preferences');
    for (const role of ['radio', 'switch', 'combobox'])
      expect({ role, ...((await unseen(`[role=${role}]`)) as object) }).toEqual({ role, ...nothing });
    // What is on is told from what is off by more than its edge.
    const ground = (selector: string): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`);
    for (const role of ['radio'])
      expect(await ground(`[role=${role}][data-state=checked]`)).not.toBe(
        await ground(`[role=${role}][data-state=unchecked]`),
      );
    await open(page, '/roles/new');
    expect(await unseen('[role=checkbox]')).toEqual(nothing);
    expect(await unseen('textarea')).toEqual(nothing);
    await open(page, '/inbox');
    // A new screen's heading has the focus, for those who hear the page; it is nothing to use.
    const focus = (): Promise<unknown> =>
      page.evaluate(`(({ tagName }, { outlineStyle }) => [tagName, outlineStyle])(
        document.activeElement, getComputedStyle(document.activeElement))`);
    expect(await focus()).toEqual(['H1', 'none']);
    await page.keyboard.press('Tab');
    expect(await focus()).toEqual([expect.any(String), 'solid']);
    expect(await unseen('[data-row] .rounded-full.bg-primary')).toEqual(nothing);
    expect(await unseen('[aria-current=page]')).toEqual(nothing);
  });
});
