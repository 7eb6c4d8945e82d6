import { areaInShape } from '@sitedesk/contract/files';
import { describe, expect, it } from 'vitest';
import { CORNERS, movedArea, movedPoint, resizedArea, shapedArea, WHOLE } from './framing';

const [topLeft, , , bottomRight] = CORNERS;
const AREA = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };
const rounded = (area: object): object =>
  Object.fromEntries(
    Object.entries(area).map(([key, part]) => [key, Math.round(Number(part) * 1_000) / 1_000]),
  );

describe('a crop', () => {
  it('stays inside the picture', () => {
    expect(movedArea(AREA, { x: 9, y: -9 })).toEqual({ ...AREA, x: 0.6, y: 0 });
    expect(movedPoint({ x: 0.5, y: 0.5 }, { x: 0.6, y: -0.6 })).toEqual({ x: 1, y: 0 });
    expect(rounded(resizedArea(AREA, bottomRight, { x: 3, y: 0.5 }))).toEqual({
      x: 0.2,
      y: 0.2,
      width: 0.8,
      height: 0.3,
    });
  });

  it('keeps the opposite corner, and some size', () => {
    expect(rounded(resizedArea(AREA, topLeft, { x: 0.1, y: 0.3 }))).toEqual({
      x: 0.1,
      y: 0.3,
      width: 0.5,
      height: 0.3,
    });
    expect(rounded(resizedArea(AREA, topLeft, { x: 0.9, y: 0.9 }))).toEqual({
      x: 0.58,
      y: 0.58,
      width: 0.02,
      height: 0.02,
    });
  });

  it('keeps its shape', () => {
    expect(rounded(resizedArea(AREA, bottomRight, { x: 1, y: 0.3 }, 2))).toEqual({
      x: 0.2,
      y: 0.2,
      width: 0.4,
      height: 0.8,
    });
    expect(rounded(shapedArea(WHOLE, 2))).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 });
    expect(rounded(shapedArea(AREA, 0.5))).toEqual({ x: 0, y: 0.15, width: 1, height: 0.5 });
  });
});

describe('a shape in a page', () => {
  const picture = { width: 400, height: 200 };

  it('is as large as it can be, around what the picture is about', () => {
    expect(rounded(areaInShape(picture, { crop: null, focus: null }, 1))).toEqual({
      x: 0.25,
      y: 0,
      width: 0.5,
      height: 1,
    });
    expect(rounded(areaInShape(picture, { crop: null, focus: { x: 0.9, y: 0.1 } }, 1))).toEqual({
      x: 0.5,
      y: 0,
      width: 0.5,
      height: 1,
    });
  });

  it('stays within what was cropped', () => {
    const crop = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };
    expect(rounded(areaInShape(picture, { crop, focus: { x: 0, y: 0 } }, 1))).toEqual({
      x: 0.5,
      y: 0.5,
      width: 0.25,
      height: 0.5,
    });
  });
});
