import type { SubmissionDay } from '@sitedesk/contract/contact-dashboard';

/** The drawing's own units; it is scaled to the room there is. */
interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** One thin bar, standing on the panel's ground. */
interface Bar {
  readonly day: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly value: number;
}

/** Bars of one series, and what the top of its panel stands for. */
interface Panel {
  readonly bars: readonly Bar[];
  readonly top: number;
}

/** Of the room of a day; the rest is air. */
const BAR_SHARE = 0.6;
/** A day with something is always to be seen. */
const MIN_BAR = 2;

/** A round number not below the largest value: 1, 2, 5, 10, 20, 50, … */
export function roundTop(largest: number): number {
  if (largest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power;
}

/**
 * Places the bars of one series.
 * @param atLeast what the top stands for at least: a few of one series are then as small as a few of the other
 */
export function panelOf(
  days: readonly SubmissionDay[],
  series: 'accepted' | 'refused',
  { width, height }: ChartSize,
  atLeast = 0,
): Panel {
  const top = Math.max(atLeast, roundTop(Math.max(0, ...days.map((day) => day[series]))));
  const room = width / Math.max(1, days.length);
  const bars = days.map((day, index) => {
    const value = day[series];
    const tall = value === 0 ? 0 : Math.max(MIN_BAR, (value / top) * height);
    return {
      day: day.day,
      value,
      height: tall,
      y: height - tall,
      width: room * BAR_SHARE,
      x: index * room + (room * (1 - BAR_SHARE)) / 2,
    };
  });
  return { bars, top };
}

/** The day under a place of the drawing, as its index. */
export function dayAt(share: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)));
}
