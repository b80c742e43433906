import { describe, expect, it } from 'vitest';
import { madeFinding, madeQuantity, madeRung } from '../../../test/support/made-findings.ts';
import type { Finding } from '../../results/finding.ts';
import { findingsFigure } from './findings-figure.ts';
import { scoreMark } from './marks/verdict-marks.ts';
import { renderSvg } from './render/render-svg.ts';
import { themed } from './render/theme.ts';

interface Row {
  readonly label: string;
  readonly kind: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly text: string;
  readonly fill: string | null;
}

interface PanelSpec {
  readonly title: { readonly text: readonly string[]; readonly subtitle: readonly string[] };
  readonly width: number;
  readonly data: { readonly values: readonly Row[] };
}

/** Returns a finding whose difference to the best constant answer is `points` of a share, from `low` to `high`. */
function found(points: number, more: Partial<Finding> = {}, [low, high] = [points - 0.05, points + 0.05]): Finding {
  const made = madeFinding({
    task: 'one',
    experiment: more.task ?? 'one',
    constant: 0.6,
    score: madeQuantity(0.6 + points),
    aboveConstant: madeQuantity(points, [low, high]),
    ...more,
  });
  const useful = madeRung(points > 0, { estimate: madeQuantity(points, [low, high]) });
  return { ...made, rungs: { ...made.rungs, useful } };
}

function drawn(findings: readonly Finding[]) {
  const figure = findingsFigure(findings);
  if (figure.kind !== 'drawn' || figure.narrow === undefined) throw new Error('drawn in two layouts');
  return { ...figure, narrow: figure.narrow };
}

/** Returns the panels of a spec in their rows; the first part of a spec is its legend. */
function panelRows(spec: object): readonly (readonly PanelSpec[])[] {
  const { vconcat } = spec as { readonly vconcat: readonly { readonly hconcat?: readonly PanelSpec[] }[] };
  return vconcat.flatMap(({ hconcat }) => (hconcat === undefined ? [] : [hconcat]));
}

const panelsOf = (spec: object) => panelRows(spec).flat();

describe('findingsFigure', () => {
  it('draws the points above the best constant answer, with the interval that the test has, and says them in text', () => {
    const { spec } = drawn([found(0.184, {}, [0.1, 0.26]), found(-0.071, { model: 'b' })]);
    const [panel] = panelsOf(spec);
    expect(panel?.data.values).toEqual([
      expect.objectContaining({ kind: 'score', value: 18.4, low: 10, text: '+18' }),
      expect.objectContaining({ label: 'b', text: '−7' }),
    ]);
    expect(JSON.stringify(spec)).toContain('"datum":0'); // the line of the constant answer
  });

  it('says why a bar above the best constant answer can lack the word useful', () => {
    const said = 'can lack the word useful';
    expect(drawn([found(0.1, { fit: 'informative' })]).caption).toContain(said);
    for (const other of [found(0.1, { fit: 'useful' }), found(0.03, { fit: 'informative' })])
      expect(drawn([other]).caption).not.toContain(said);
  });

  it('draws the interval of the drawn difference, also where the test is against another constant answer', () => {
    const finding = found(0.1, {}, [0.02, 0.18]);
    const estimate = { ...madeQuantity(0.9, [0.7, 0.99]), n: 30 };
    const other = { ...finding, rungs: { ...finding.rungs, useful: madeRung(true, { estimate, against: 'a rule' }) } };
    const { spec, caption } = drawn([other]);
    expect(panelsOf(spec)[0]?.data.values[0]).toMatchObject({ text: '+10', value: 10, low: 2, high: 18 });
    expect(caption).toContain('harder to beat');
    expect(drawn([finding]).caption).not.toContain('harder to beat');
  });

  it.each(['spec', 'narrow'] as const)(
    'says in the picture why a mark has no bar, only where one has none: %s',
    async (layout) => {
      const bare = (missing: string) => ({ ...found(0.1), aboveConstant: { ...madeQuantity(0.1), missing } });
      for (const missing of ['fewer than 6 groups differ', 'no variation between groups']) {
        const figure = drawn([bare(missing)]);
        expect(panelsOf(figure[layout])[0]?.data.values[0]).toMatchObject({ value: 10, low: 10, high: 10 });
        const text = [...(await renderSvg(figure[layout])).matchAll(/<t(?:ext|span)[^>]*>([^<]*)</g)]
          .map(([, of]) => of)
          .join(' ');
        expect(text.match(/no bar: too few items differ for an interval/g)).toHaveLength(1);
      }
    },
  );

  it('has zero in the middle of one axis for all tasks', () => {
    const { spec } = drawn([found(0.1), found(-0.4, { task: 'two' })]);
    const domains = [...JSON.stringify(spec).matchAll(/"domain":\[(-?[\d.]+),([\d.]+)\]/g)];
    expect(domains.length).toBeGreaterThan(1);
    expect(new Set(domains.map(([, low]) => low)).size).toBe(1);
    for (const [, low, high] of domains) expect(-Number(low)).toBe(Number(high));
    expect(Number(domains[0]?.[2])).toBeGreaterThan(45); // the end of the widest interval
  });

  it('gives each task an axis of its own where one task has differences that are many times as large, and says so', () => {
    const domainsOf = (spec: object) =>
      new Set([...JSON.stringify(spec).matchAll(/"domain":\[-([\d.]+),/g)].map(([, end]) => end));
    for (const kind of ['spec', 'narrow'] as const) {
      const { [kind]: spec } = drawn([found(0.02), found(1, { task: 'two' })]);
      expect(domainsOf(spec).size).toBe(2);
      expect(JSON.stringify(spec)).toContain('own axis');
      expect(JSON.stringify(drawn([found(0.1), found(-0.2, { task: 'two' })])[kind])).not.toContain('own axis');
    }
  });

  it('names constant, chance, label and re-execution in the text of the panel, and draws no mark for them', () => {
    const { spec } = drawn([found(0.1, { label: 0.6, reexecution: 0.9, chance: 0.48 })]);
    const [panel] = panelsOf(spec);
    expect(panel?.title.subtitle).toEqual([
      'score 70 %',
      'best constant 60 %',
      'by chance 48 %',
      'data label 60 %',
      're-execution 90 %',
    ]);
    expect(panel?.data.values).toHaveLength(1);
  });

  it('fills the marks of scores that are beyond others, and says what fills mean only where that was asked', () => {
    const fillOf = (beyond: Finding['beyond']) =>
      panelsOf(drawn([found(0.1, { beyond })]).spec)[0]?.data.values[0]?.fill;
    expect(fillOf('yes')).toBe(scoreMark('useful', 'yes').color);
    expect(['not shown', 'depends on the items', 'not asked'].map((word) => fillOf(word as Finding['beyond']))).toEqual(
      Array(3).fill(themed.background.light),
    );
    const legend = (beyond: Finding['beyond']) => JSON.stringify(drawn([found(0.1, { beyond })]).spec);
    expect(legend('yes')).toContain('filled: ');
    expect(legend('not shown')).toContain('hollow: ');
    expect(legend('not asked')).not.toMatch(/filled: |hollow: /);
  });

  it('says what each hollow mark means: not shown, not asked, or both, and which tasks were not asked', () => {
    const words = ['yes', 'not shown', 'depends on the items', 'not asked'] as const;
    const panels = (own: readonly Finding['beyond'][]) =>
      drawn(own.map((beyond, index) => found(0.1, { task: `task ${index}`, beyond }))).spec;
    const hollow = (...own: readonly Finding['beyond'][]) => /hollow: [^"]*/.exec(JSON.stringify(panels(own)))?.[0];
    expect(words.map((word) => hollow(word, 'not asked'))).toEqual([
      'hollow: not asked',
      'hollow: not shown to add to what other models tell, or not asked',
      'hollow: not shown to add to what other models tell, or not asked',
      undefined,
    ]);
    expect(hollow('yes', 'not shown', 'not asked')).toBe('hollow: not shown to add, or not asked');
    expect(hollow('yes', 'not shown')).toBe('hollow: not shown to add');
    const lines = (...own: readonly Finding['beyond'][]) =>
      panelsOf(panels(own)).map(({ title }) => title.subtitle.includes('beyond others: not asked'));
    expect(lines('not shown', 'not asked')).toEqual([false, true]);
    expect(lines('not asked', 'not asked')).toEqual([false, false]);
  });

  it('is as wide as its panels need', async () => {
    const widthOf = (svg: string) => Number(/^<svg[^>]* width="([\d.]+)"/.exec(svg)?.[1]);
    expect(widthOf(await renderSvg(drawn([found(0.1)]).spec))).toBeLessThan(700);
    const four = ['a', 'b', 'c', 'd'].map((task) => found(0.1, { task }));
    expect(widthOf(await renderSvg(drawn(four).spec))).toBeGreaterThan(1000);
  });

  it.each(['spec', 'narrow'] as const)('explains each fit once, beside its mark: %s', async (layout) => {
    const fits = ['useful', 'informative', 'no sign', 'opposite'] as const;
    const figure = drawn(fits.map((fit, row) => found(0.1 - row / 10, { model: `m${row}`, fit })));
    const svg = await renderSvg(figure[layout]);
    for (const fit of fits) {
      expect(svg.match(new RegExp(`>${fit}[ :][^<]*</text>`, 'g')), fit).toHaveLength(1);
      const { color } = scoreMark(fit, 'not asked');
      expect(
        svg.match(new RegExp(`<path aria-label="m[^"]*"[^>]*stroke="${color}"`, 'g'))?.length,
        fit,
      ).toBeGreaterThan(0);
    }
  });

  it('says why a score has no mark: each word without a verdict, no constant answer, a model that was not asked', () => {
    const words = ['unreadable', 'too few', 'unsafe judge', 'one answer', 'looks filled in'] as const;
    const absent = words.map((fit) => found(0.1, { model: fit, fit, task: 'two' }));
    const findings = [
      ...[...words, 'constant', 'other'].map((model) => found(0.1, { model })),
      ...[
        ...absent,
        found(0.1, { model: 'constant', task: 'two', constant: null, aboveConstant: null }),
        found(0.2, { task: 'two', model: 'x' }),
      ],
    ];
    const { spec, caption } = drawn(findings);
    const second = panelsOf(spec)[1]?.data.values.filter(({ kind }) => kind === 'absent') ?? [];
    expect(Object.fromEntries(second.map(({ label, text }) => [label, text]))).toEqual({
      ...Object.fromEntries(words.map((word) => [word, word])),
      ...{ constant: 'no constant answer', other: 'not run' },
    });
    expect(caption).toContain('6 of 14 scores have no verdict and no mark.');
  });

  it('is absent where no score has a verdict', () => {
    expect(findingsFigure([found(0.1, { fit: 'too few' })])).toMatchObject({ kind: 'absent' });
    expect(findingsFigure([])).toMatchObject({ kind: 'absent' });
  });

  it('keeps the order of all tables: by mean skill, whatever the task', () => {
    const { spec } = drawn([
      found(0.1, { model: 'b', skill: 0.1 }),
      found(0.1, { model: 'a', skill: 0.9 }),
      found(0.1, { model: 'b', task: 'two', skill: 0.1 }),
    ]);
    for (const panel of panelsOf(spec)) expect(panel.data.values.map(({ label }) => label)).toEqual(['a', 'b']);
  });

  it.each([1, 2, 3, 4, 5, 13])(
    'has %i panels of one width, at most four in a row, one below the other on a phone',
    (count) => {
      const findings = Array.from({ length: count }, (_, index) =>
        found(0.1, { task: `task ${index}`, model: 'recorded/claude-3.7-sonnet-thinking' }),
      );
      const { spec, narrow } = drawn(findings);
      expect(Math.max(...panelRows(spec).map(({ length }) => length))).toBe(Math.min(4, count));
      expect(panelRows(narrow).map(({ length }) => length)).toEqual(Array(count).fill(1));
      expect(new Set(panelsOf(spec).map(({ width }) => width)).size).toBe(1);
    },
  );

  it.each([2, 6, 15])('fits its width with %i models of long names', async (count) => {
    const findings = ['one', 'two', 'three', 'four'].flatMap((task) =>
      Array.from({ length: count }, (_, index) =>
        found(0.1, {
          task,
          model: `maker/a-model-with-a-very-long-name-${index}`,
          beyond: index === 0 ? 'not shown' : 'not asked',
        }),
      ),
    );
    const { spec, narrow } = drawn(findings);
    const widthOf = (svg: string) => Number(/^<svg[^>]* width="([\d.]+)"/.exec(svg)?.[1]);
    expect(widthOf(await renderSvg(spec))).toBeLessThanOrEqual(1160); // the page of a report
    expect(widthOf(await renderSvg(narrow))).toBeLessThanOrEqual(362); // a phone of 390 px
  });
});
