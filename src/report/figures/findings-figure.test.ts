import { describe, expect, test } from 'vitest';
import type { Finding } from '../../results/finding.ts';
import { verdictTexts } from '../../results/verdict.ts';
import { findingsFigure } from './findings-figure.ts';
import { verdictMarks } from './marks/verdict-marks.ts';
import { renderSvg } from './render/render-svg.ts';

const plain: Finding = {
  ...{ run: 'r', experiment: 'restriction', task: 'one', condition: 'c', model: 'a', measure: 'accuracy' },
  ...{ unit: 'share', better: 'higher', score: 0.7, scoreInterval: [0.6, 0.8] },
  reference: { name: 'best constant answer', value: 0.5 },
  ...{ difference: 0.2, differenceInterval: [0.1, 0.3], level: 0.95, n: 40, usable: 40, total: 40, others: null },
  ...{ itemRule: null, beyondShared: null, reexecution: null, detectable: null, reason: null, p: 0.01 },
  verdict: 'above-constant',
};

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
    const tested = { name: 'best constant answer', value: 0.55 } as const;
    const figure = findingsFigure([
      found({ model: 'a', task: 'one', reference: tested, others: 0.6 }),
      found({ model: 'a', task: 'two', reference: tested, score: -0.4, scoreInterval: [-0.5, -0.3] }),
    ]);
    if (figure.kind !== 'drawn') throw new Error('drawn');
    const rows = rowsOf(figure.spec).filter(({ task }) => task.startsWith('one'));
    expect(rows.map(({ kind, value }) => [kind, value])).toEqual(
      expect.arrayContaining([
        ['score', 0.7],
        ['best constant answer', 0.55],
        ['other models', 0.6],
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
    expect(captionOf(found({ task: 'one' }), found({ task: 'two', n: 2 }))).not.toContain('panels');
  });

  test('keeps the order of the findings of the first task', () => {
    const figure = findingsFigure([
      found({ model: 'b', score: 0.5, difference: 0.2 }),
      found({ model: 'a', score: 0.9, difference: 0.1 }),
      found({ model: 'a', task: 'two', experiment: 'difficulty', score: 0.9 }),
      found({ model: 'b', task: 'two', experiment: 'difficulty', score: 0.5 }),
    ]);
    if (figure.kind !== 'drawn') throw new Error('drawn');
    expect(JSON.stringify(figure.spec)).toContain('"sort":["b","a"]');
  });

  test('says why a score is not distinguishable from a number outside its interval, only where one is', () => {
    const captionOf = (...findings: Finding[]) => {
      const figure = findingsFigure(findings);
      return figure.kind === 'drawn' ? figure.caption : '';
    };
    const why = 'Verdicts use the adjusted interval of the difference and count missing answers';
    expect(captionOf(found({ verdict: 'not-distinguishable' }))).toContain(why);
    expect(captionOf(found({ verdict: 'not-distinguishable', scoreInterval: [0.4, 0.8] }))).not.toContain(why);
    expect(captionOf(found({}))).not.toContain(why);
  });

  test.each(['wide', 'narrow'] as const)(
    'draws and names every reference, and each verdict by its mark: %s',
    async (layout) => {
      const verdicts = ['above-constant', 'below-constant', 'not-distinguishable'] as const;
      const figure = findingsFigure(
        verdicts.map((verdict, row) =>
          found({ model: `m${row}`, verdict, others: 0.6, itemRule: 0.4, reexecution: 0.9 }),
        ),
        layout,
      );
      if (figure.kind !== 'drawn') throw new Error('drawn');
      const svg = await renderSvg(figure.spec);
      for (const name of ['best constant answer', 'other models', 'item rule', 're-execution'])
        expect(svg.match(new RegExp(`>${name}</text>`, 'g')), name).toHaveLength(1);
      for (const verdict of verdicts) {
        expect(svg.match(new RegExp(`>${verdictTexts[verdict].short}</text>`, 'g'))).toHaveLength(1);
        const { color } = verdictMarks[verdict];
        expect(svg.match(new RegExp(`<path [^>]*stroke="${color}"`, 'g'))).toHaveLength(2); // score and legend
      }
      expect(JSON.stringify(figure.spec)).not.toContain('"orient":"bottom"'); // legends are above the rows
    },
  );

  test('draws no score over fewer than 20 units, and says so', async () => {
    const findings = [
      found({ model: 'a' }),
      found({ model: 'a', task: 'two' }),
      found({ model: 'b', task: 'two', n: 8 }),
    ];
    const figure = findingsFigure([...findings, found({ model: 'b' })]);
    if (figure.kind !== 'drawn') throw new Error('drawn');
    expect(figure.caption).toContain('1 of 4 scores are over fewer than 20 units');
    expect(await renderSvg(figure.spec)).toContain('too few (n = 8)');
    expect(findingsFigure([found({ n: 19 })]).kind).toBe('absent');
  });
});
