import { correlateModels } from '../../../analyze/compare/model-correlations.ts';
import type { RaschReport } from '../../../analyze/rasch/rasch-table.ts';
import type { Dot } from '../marks/dot-panels.ts';
import { dotsOf, publishedNote, sources, valuesByModel } from '../marks/estimate-dots.ts';
import type { FigureRows, Wanted } from '../marks/figure-rows.ts';
import { intervalText, numberText } from '../marks/number-text.ts';
import { type ScatterPoint, scatter } from '../marks/scatter.ts';
import type { Figure } from '../render/figure.ts';

const score: Wanted = {
  panel: 'self-execution score',
  experiment: 'all',
  measure: 'self_execution_score',
  policy: 'published',
};
const abilityTitle = 'ability (Rasch, log odds)';

/** Returns the paper's Figure 8: self-execution score against general ability. */
export function scoreAndAbility(rows: FigureRows, rasch: RaschReport | null): Figure {
  const named = { name: 'score-and-ability', title: 'Self-execution score and ability' };
  const scores = dotsOf(rows, score);
  const pairs = scores.flatMap((dot) => {
    const ability = abilityOf(rasch, dot.label);
    return ability === null || dot.value === null ? [] : [{ dot, ability, value: dot.value }];
  });
  if (pairs.length === 0) {
    return {
      ...named,
      kind: 'absent',
      reason: 'needs all three experiments of the paper and a benchmark score (see `seb rasch`) for the same model',
    };
  }
  const correlation = correlationText(rows, rasch);
  return {
    ...named,
    title: correlation === null ? named.title : `Self-execution score and ability: ${correlation}`,
    kind: 'drawn',
    caption: `A dot per model with both numbers. Horizontal bars: standard error of the ability (${rasch?.method === 'paper' ? 'the paper’s fit' : 'maximum likelihood'}). Vertical bars: 95 % interval of the score, in which missing answers are treated as in the paper’s code. ${correlation === null ? 'Too few models for a correlation.' : `Pearson’s ${correlation}.`}${publishedNote(rows)}`,
    ...scatter(
      pairs.map(({ dot, ability, value }) => pointOf(dot, ability, value)),
      { xTitle: abilityTitle, yTitle: score.panel, isLogarithmic: false, reference: null },
    ),
  };
}

interface Ability {
  readonly theta: number;
  readonly se: number | null;
}

/**
 * Returns the ability of a model; `provider/model` is also looked up by its last part, because benchmark tables omit
 * providers.
 */
export function abilityOf(rasch: RaschReport | null, label: string): Ability | null {
  const plain = label.replace(/ \(published\)$/, '');
  const found =
    rasch?.models.find(({ name }) => name === plain) ??
    rasch?.models.find(({ name }) => name === plain.split('/').at(-1));
  return found === undefined || found.theta === null ? null : { theta: found.theta, se: found.se };
}

function pointOf({ label, source, low, high, tip }: Dot, { theta, se }: Ability, value: number): ScatterPoint {
  const error = se === null ? '' : ` ± ${numberText(se, 'correlation')}`;
  return {
    ...{ label, source, x: theta, y: value },
    xInterval: se === null ? null : [theta - se, theta + se],
    yInterval: low === null || high === null ? null : [low, high],
    tip: `${tip} · ability: ${numberText(theta, 'correlation')}${error}`,
  };
}

/** Pearson's r in words; null for too few models. Each model counts once, in however many runs it is drawn. */
function correlationText(rows: FigureRows, rasch: RaschReport | null): string | null {
  const texts = sources.map((source) => {
    const values = valuesByModel(rows, score, source);
    const abilities = [...values.keys()].flatMap((model): readonly (readonly [string, number])[] => {
      const ability = abilityOf(rasch, model);
      return ability === null ? [] : [[model, ability.theta]];
    });
    const { correlation: r } = correlateModels(new Map(abilities), values);
    if (r === null) return null;
    const interval =
      r.interval === null ? 'no interval' : intervalText([r.interval.low, r.interval.high], 'correlation');
    const whose = source === 'own' ? 'models of this report' : 'published models';
    return `r = ${numberText(r.value, 'correlation')} ${interval} over ${r.n} ${whose}`;
  });
  return texts.find((text) => text !== null) ?? null;
}
