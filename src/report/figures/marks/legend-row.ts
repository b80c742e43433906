import { textWidth, wrapWords } from '../render/text-width.ts';

/** A mark of a figure and its meaning. */
export interface LegendEntry {
  /** Outline within -1 and 1 as the path of an SVG. */
  readonly path: string;
  readonly color: string;
  readonly fill: string;
  readonly text: string;
}

const symbolWidth = 18;
const gap = 22;

/** Returns a row of marks with their meanings, from `start` and `width` pixels wide; where that is too narrow, several, and texts in lines. */
export function legendRow(
  entries: readonly LegendEntry[],
  { start, width, fontSize }: { readonly start: number; readonly width: number; readonly fontSize: number },
): object {
  const lineHeight = fontSize + 9;
  let [x, line] = [0, 0];
  const font = { fontSize, bold: false };
  const values = entries.flatMap(({ text, ...mark }) => {
    const own = symbolWidth + textWidth(text, font);
    if (x > 0 && x + own > width) [x, line] = [0, line + 1];
    const lines = wrapWords(text, width - symbolWidth, font);
    const placed = lines.map((part, index) => ({
      ...mark,
      ...{ isMark: index === 0, text: part, x: start + x + symbolWidth / 2, textX: start + x + symbolWidth },
      y: (line + index + 0.5) * lineHeight,
    }));
    line += lines.length - 1;
    x += own + gap;
    return placed;
  });
  const at = (field: string) => ({ field, type: 'quantitative', scale: null, axis: null });
  const own = (field: 'path' | 'color' | 'fill') => ({ field, type: 'nominal', scale: null });
  return {
    width: start + width,
    height: (line + 1) * lineHeight,
    view: { stroke: null },
    data: { values },
    layer: [
      {
        transform: [{ filter: { field: 'isMark', equal: true } }],
        mark: { type: 'point', style: 'finding', aria: false },
        encoding: { x: at('x'), y: at('y'), shape: own('path'), stroke: own('color'), fill: own('fill') },
      },
      {
        mark: { type: 'text', style: 'value', align: 'left', fontSize, aria: false },
        encoding: { x: at('textX'), y: at('y'), text: { field: 'text' } },
      },
    ],
  };
}
