import { areaPixels, type FocalPoint, type ImageArea, SMALLEST_CROP } from '@sitedesk/contract/files';

/* How a crop moves: all in parts of the picture's width and height. */

export const WHOLE: ImageArea = { x: 0, y: 0, width: 1, height: 1 };

/** Left or right, and top or bottom. */
export const CORNERS = [
  { x: 0, y: 0, name: 'topLeft' },
  { x: 1, y: 0, name: 'topRight' },
  { x: 0, y: 1, name: 'bottomLeft' },
  { x: 1, y: 1, name: 'bottomRight' },
] as const;
export type Corner = (typeof CORNERS)[number];

const within = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

export const cornerOf = ({ x, y, width, height }: ImageArea, corner: Corner): FocalPoint => ({
  x: x + corner.x * width,
  y: y + corner.y * height,
});

export const movedPoint = ({ x, y }: FocalPoint, by: FocalPoint): FocalPoint => ({
  x: within(x + by.x, 0, 1),
  y: within(y + by.y, 0, 1),
});

export const movedArea = (area: ImageArea, by: FocalPoint): ImageArea => ({
  ...area,
  x: within(area.x + by.x, 0, 1 - area.width),
  y: within(area.y + by.y, 0, 1 - area.height),
});

/**
 * Drags a corner; the opposite one stays.
 * @param shape parts of the height that a part of the width is; undefined for any shape
 */
export function resizedArea(area: ImageArea, corner: Corner, to: FocalPoint, shape?: number): ImageArea {
  const fixed = { x: area.x + (1 - corner.x) * area.width, y: area.y + (1 - corner.y) * area.height };
  const room = {
    width: corner.x === 1 ? 1 - fixed.x : fixed.x,
    height: corner.y === 1 ? 1 - fixed.y : fixed.y,
  };
  let width = within(corner.x === 1 ? to.x - fixed.x : fixed.x - to.x, SMALLEST_CROP, room.width);
  let height = within(corner.y === 1 ? to.y - fixed.y : fixed.y - to.y, SMALLEST_CROP, room.height);
  if (shape !== undefined) {
    width = Math.min(Math.max(width, height / shape), room.width, room.height / shape);
    height = width * shape;
  }
  return {
    x: corner.x === 1 ? fixed.x : fixed.x - width,
    y: corner.y === 1 ? fixed.y : fixed.y - height,
    width,
    height,
  };
}

/** The largest area of a shape, around the middle of one. @param shape as above */
export function shapedArea(area: ImageArea, shape: number): ImageArea {
  const width = Math.min(1, 1 / shape);
  const height = width * shape;
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  return {
    x: within(middle.x - width / 2, 0, 1 - width),
    y: within(middle.y - height / 2, 0, 1 - height),
    width,
    height,
  };
}

/** Whether nothing is cut off. */
export const isWhole = (area: ImageArea): boolean => area.width > 0.9999 && area.height > 0.9999;

/** Style of a picture that shows an area of itself in a box of the area's shape. */
export function areaStyle(
  area: ImageArea,
  picture: { readonly width: number; readonly height: number },
): Readonly<Record<string, string>> {
  const { width, height } = areaPixels(area, picture);
  const percent = (part: number): string => `${part * 100}%`;
  return {
    aspectRatio: `${width} / ${height}`,
    '--width': percent(1 / area.width),
    '--left': percent(-area.x / area.width),
    '--top': percent(-area.y / area.height),
  };
}
