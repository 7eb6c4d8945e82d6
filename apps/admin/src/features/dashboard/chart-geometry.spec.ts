import { describe, expect, it } from 'vitest';
import { dayAt, panelOf, roundTop } from './chart-geometry';

const days = [0, 1, 250, 400].map((refused, index) => ({
  day: `2026-05-0${index + 1}`,
  accepted: index,
  refused,
}));

describe('the chart of messages', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [499, 500],
    [501, 1_000],
  ])('ends its scale of %i at %i', (largest, top) => {
    expect(roundTop(largest)).toBe(top);
  });

  it('gives each series a scale of its own, so that a flood hides no message', () => {
    const size = { width: 400, height: 100 };
    expect(panelOf(days, 'refused', size).top).toBe(500);
    const accepted = panelOf(days, 'accepted', size);
    expect(accepted.top).toBe(5);
    expect(accepted.bars.map(({ height }) => height)).toEqual([0, 20, 40, 60]);
  });

  it('draws a few as small as a few of the other series, and a flood on a scale of its own', () => {
    const size = { width: 400, height: 48 };
    expect(panelOf(days, 'accepted', size, 40).top).toBe(40);
    expect(panelOf(days, 'refused', size, 40).top).toBe(500);
  });

  it('shows a day with something, however little, and nothing where nothing was', () => {
    const [none, one] = panelOf(days, 'refused', { width: 400, height: 100 }).bars;
    expect(none?.height).toBe(0);
    expect(one?.height).toBe(2);
  });

  it('keeps bars inside the drawing, standing on its ground', () => {
    for (const { x, y, width, height } of panelOf(days, 'accepted', { width: 400, height: 100 }).bars) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(400);
      expect(y + height).toBe(100);
    }
  });

  it('knows the day under the pointer, at the edges too', () => {
    expect([-0.1, 0, 0.49, 0.5, 1, 1.2].map((share) => dayAt(share, 4))).toEqual([0, 0, 1, 2, 3, 3]);
  });
});
