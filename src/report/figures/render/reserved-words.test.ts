import { describe, expect, it } from 'vitest';
import { dotPanels } from '../marks/dot-panels.ts';
import { scatter } from '../marks/scatter.ts';
import { renderSvg } from './render-svg.ts';

const own = 'own' as const;
const words = ['if', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];

/** Returns the texts that a picture shows, in the order of the file. */
const textsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

describe('renderSvg', () => {
  it.each(words)('draws models, panels, kinds of marks and titles with the name %s', async (word) => {
    const place = { source: own, panel: word, low: 0.2, high: 0.7, tip: word };
    const dots = dotPanels({
      panels: [{ name: word, domain: [0, 1], reference: 0.5, format: 'share' }],
      dots: [
        { ...place, label: 'last', value: 0.3 },
        { ...place, label: word, value: 0.5 },
      ],
      marks: [{ label: word, panel: word, kind: word, value: 0.3, tip: word }],
      kinds: [word],
    });
    const points = scatter([{ label: word, source: own, x: 1, y: 1, xInterval: null, yInterval: null, tip: word }], {
      xTitle: word,
      yTitle: word,
      isLogarithmic: false,
      reference: null,
    });
    for (const spec of [dots.spec, dots.narrow]) {
      const svg = await renderSvg(spec);
      expect(textsOf(svg).filter((text) => text === word)).toHaveLength(3); // row, panel, legend
      expect(textsOf(svg).indexOf('last')).toBeGreaterThan(textsOf(svg).indexOf(word)); // the better model is above
      expect(svg.match(/aria-roledescription="point"/g)).toHaveLength(3); // both dots and the mark
      expect(svg).not.toContain('\uFDD0');
    }
    for (const spec of [points.spec, points.narrow]) {
      expect(textsOf(await renderSvg(spec)).filter((text) => text === word)).toHaveLength(3); // point, both axes
    }
  });

  it('draws a reserved word at its own width', async () => {
    const widthOf = async (label: string) => {
      const dot = { label, source: own, panel: 'p', value: 0.5, low: null, high: null, tip: '' };
      const panel = { name: 'p', domain: [0, 1], reference: null, format: 'share' } as const;
      return /<svg [^>]*width="([^"]*)"/.exec(
        await renderSvg(dotPanels({ panels: [panel], dots: [dot], marks: [], kinds: [] }).spec),
      )?.[1];
    };
    expect(await widthOf('valueOf')).toBe(await widthOf('fOeulav'));
  });
});
