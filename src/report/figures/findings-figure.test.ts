import { describe, expect, test } from 'vitest';
import { madeFinding, madeQuantity } from '../../../test/support/made-findings.ts';
import type { Finding } from '../../results/finding.ts';
import type { Quantity } from '../../results/quantity.ts';
import { findingsFigure } from './findings-figure.ts';
import { scoreMark } from './marks/verdict-marks.ts';
import { renderSvg } from './render/render-svg.ts';

const plain = madeFinding({
  ...{ run: 'r', task: 'one', model: 'a', score: drawn(0.7, [0.6, 0.8]), chance: 0.48, constant: 0.5 },
  ...{ label: null, reexecution: null },
});

/** Returns a score over enough units to be drawn. */
function drawn(value: number, interval: Quantity['interval'] = null, n = 40): Quantity {
  return { ...madeQuantity(value, interval), n };
}

interface Row {
  readonly task: string;
  readonly kind: string;
  readonly value: number | null;
}

function rowsOf(spec: object): readonly Row[] {
  return (spec as { readonly data: { readonly values: readonly Row[] } }).data.values;
}

describe('findingsFigure', () => {
  const found = (values: Partial<Finding>): Finding => {
    return { ...plain, ...values };
  };

  test('draws each score with the best constant answer beside it, on one axis', () => {
    const figure = findingsFigure([
      found({ model: 'a', task: 'one', constant: 0.55, label: 0.6 }),
      found({ model: 'a', task: 'two', score: drawn(-0.4, [-0.5, -0.3]) }),
    ]);
    if (figure.kind !== 'drawn') throw new Error('drawn');
    const rows = rowsOf(figure.spec).filter(({ task }) => task.startsWith('one'));
    expect(rows.map(({ kind, value }) => [kind, value])).toEqual(
      expect.arrayContaining([
        ['score', 0.7],
        ['best constant answer', 0.55],
        ['by chance', 0.48],
        ['label', 0.6],
      ]),
    );
    expect(JSON.stringify(figure.spec)).toContain('"domain":[-0.5,1]');
    expect(JSON.stringify(figure.spec)).not.toContain('"domain":[0,1]');
  });

  test('says that panels share the axis only where there are several', () => {
    const captionOf = (...findings: readonly Finding[]) => {
      const figure = findingsFigure(findings);
      return figure.kind === 'drawn' ? figure.caption : '';
    };
    expect(captionOf(found({ task: 'one' }), found({ task: 'two' }))).toContain('All panels share the axis.');
    expect(captionOf(found({ task: 'one' }), found({ task: 'two', score: drawn(0.7, null, 2) }))).not.toContain(
      'panels',
    );
  });

  test('keeps the order of the findings of the first task', () => {
    const figure = findingsFigure([
      found({ model: 'b', score: drawn(0.5) }),
      found({ model: 'a', score: drawn(0.9) }),
      found({ model: 'a', task: 'two', experiment: 'difficulty', score: drawn(0.9) }),
      found({ model: 'b', task: 'two', experiment: 'difficulty', score: drawn(0.5) }),
    ]);
    if (figure.kind !== 'drawn') throw new Error('drawn');
    expect(JSON.stringify(figure.spec)).toContain('"sort":["b","a"]');
  });

  test.each(['wide', 'narrow'] as const)(
    'draws and names every reference, and each verdict by its mark: %s',
    async (layout) => {
      const verdicts = ['useful', 'opposite', 'no sign'] as const;
      const figure = findingsFigure(
        verdicts.map((fit, row) => found({ model: `m${row}`, fit, label: 0.4, reexecution: 0.9 })),
        layout,
      );
      if (figure.kind !== 'drawn') throw new Error('drawn');
      const svg = await renderSvg(figure.spec);
      for (const name of ['best constant answer', 'by chance', 'label', 're-execution'])
        expect(svg.match(new RegExp(`>${name}</text>`, 'g')), name).toHaveLength(1);
      for (const verdict of verdicts) {
        expect(svg.match(new RegExp(`>${verdict}</text>`, 'g'))).toHaveLength(1);
        const { color } = scoreMark(verdict, 'not asked');
        expect(svg.match(new RegExp(`<path [^>]*stroke="${color}"`, 'g'))).toHaveLength(2); // score and legend
      }
      expect(JSON.stringify(figure.spec)).not.toContain('"orient":"bottom"'); // legends are above the rows
    },
  );

  test('draws no score over fewer than 20 units, and says so', async () => {
    const findings = [
      found({ model: 'a' }),
      found({ model: 'a', task: 'two' }),
      found({ model: 'b', task: 'two', score: drawn(0.7, null, 8) }),
    ];
    const figure = findingsFigure([...findings, found({ model: 'b' })]);
    if (figure.kind !== 'drawn') throw new Error('drawn');
    expect(figure.caption).toContain('1 of 4 scores are over fewer than 20 units');
    expect(await renderSvg(figure.spec)).toContain('too few (n = 8)');
    expect(findingsFigure([found({ score: drawn(0.7, null, 19) })]).kind).toBe('absent');
  });
});
