import { type CompanyMark, dotPanels, type Panel, shareDomain } from './dot-panels.ts';
import { dotsOf, type FigureRows, hasValues, type Wanted, wantedEstimates } from './estimate-dots.ts';
import type { Figure } from './figure.ts';
import { numberText } from './number-text.ts';

const experiment = 'stump';
const policy = 'parsed';
const wanted = {
  fails: { panel: 'fails its own', experiment, measure: 'fail_rate', policy },
  excess: { panel: 'own − others', experiment, measure: 'excess_fail_rate', policy },
  disputed: { panel: 'key disputed', experiment, measure: 'invalid_key_rate', policy },
  wellFormed: { panel: 'well-formed', experiment, measure: 'well_formed_share', policy },
} as const satisfies Record<string, Wanted>;
const others = 'other models';

/** The paper's Experiment 4: whether models fail the questions that they wrote to fail. Nothing where it was not run. */
export function stumpMetrics(rows: FigureRows): readonly Figure[] {
  return wantedEstimates(rows, wanted.fails).length === 0 ? [] : [figureOf({ ...rows, published: null })];
}

function figureOf(rows: FigureRows): Figure {
  const named = { name: 'stump', title: 'Stump: do models fail the questions that they wrote to fail?' };
  const all = Object.values(wanted).filter((each) => hasValues(rows, [each]));
  if (!all.includes(wanted.fails))
    return { ...named, kind: 'absent', reason: 'no question was written in the asked form, or none was answered' };
  const marks = wantedEstimates(rows, wanted.fails).flatMap((estimate): readonly CompanyMark[] => {
    const { base_rate: value, unit } = estimate;
    if (value === null) return [];
    const label = rows.labels(estimate);
    const tip = `${label} · ${wanted.fails.panel} · ${others}: ${numberText(value, unit)}`;
    return [{ label, panel: wanted.fails.panel, kind: others, value, tip }];
  });
  return {
    ...named,
    kind: 'drawn',
    caption:
      'Fails its own: fresh attempts that miss the author’s key; the mark is the fail rate of the other models on the same questions. Only what lies above it is particular to the author. Key disputed: most other models agree on another option, so that the key may be wrong.',
    spec: dotPanels({
      panels: all.map(
        (each): Panel => ({
          name: each.panel,
          domain: each === wanted.excess ? null : shareDomain,
          reference: each === wanted.excess ? 0 : null,
          format: 'share',
        }),
      ),
      dots: all.flatMap((each) => dotsOf(rows, each)),
      marks,
      kinds: marks.length === 0 ? [] : [others],
    }),
  };
}
