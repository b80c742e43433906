import { textWidth } from './text-width.ts';

/** A point of a scatter plot in pixels, with the name to write next to it. */
interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Position of a name: its left and right end, and its vertical center. */
interface PlacedLabel extends Anchor {
  readonly labelX: number;
  readonly labelEnd: number;
  readonly labelY: number;
  /** Whether the name is so far from its point that a line should connect them. */
  readonly far: boolean;
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const fontSize = 11;
const lineHeight = 13;
const gap = 7;
const rings = 14;

/**
 * Places each name at the nearest free position around its point, so that, if possible, no name covers another name, a
 * point or an obstacle, such as the line of an interval.
 */
export function placeLabels(
  anchors: readonly Anchor[],
  area: { readonly width: number; readonly height: number },
  obstacles: readonly Box[] = [],
): readonly PlacedLabel[] {
  const points = anchors.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  const taken: Box[] = [...points, ...obstacles];
  return anchors.map((anchor) => {
    const width = textWidth(anchor.text, { fontSize, bold: false });
    const places = candidates(anchor, width).filter(
      ({ left, right, top, bottom }) => left >= 0 && right <= area.width && top >= 0 && bottom <= area.height,
    );
    const free = places.find((place) => !taken.some((box) => overlap(box, place)));
    const chosen = free ?? places[0] ?? boxAt(anchor.x + gap, anchor.y, width);
    taken.push(chosen);
    const labelY = (chosen.top + chosen.bottom) / 2;
    const away = Math.max(Math.abs(labelY - anchor.y), chosen.left - anchor.x, anchor.x - chosen.right);
    return { ...anchor, labelX: chosen.left, labelEnd: chosen.right, labelY, far: away > lineHeight * 1.2 };
  });
}

function candidates({ x, y }: Anchor, width: number): readonly Box[] {
  return Array.from({ length: rings }, (_, ring) => {
    const up = y - ring * lineHeight;
    const down = y + ring * lineHeight;
    const beside = ring === 0 ? 0 : Math.max(0, gap - 4 * ring);
    const starts = ring === 0 ? [x + gap, x - gap - width] : [x + beside, x - beside - width, x - width / 2];
    return starts.flatMap((start) =>
      ring === 0 ? [boxAt(start, y, width)] : [boxAt(start, up, width), boxAt(start, down, width)],
    );
  }).flat();
}

function boxAt(left: number, y: number, width: number): Box {
  return { left, right: left + width, top: y - lineHeight / 2, bottom: y + lineHeight / 2 };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
