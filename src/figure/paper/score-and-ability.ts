import type { RaschReport } from '../../analyze/rasch/rasch-table.ts';
import { pearson } from '../../stats/order/correlation.ts';
import type { Figure } from '../figure.ts';
import { type Dot, dotPanels, shareDomain } from '../marks/dot-panels.ts';
import { dotsOf } from '../marks/estimate-dots.ts';
import type { FigureRows, Wanted } from '../marks/figure-rows.ts';
import { intervalText, numberText } from '../marks/number-text.ts';
import { sources, valuesByModel } from '../marks/values-by-model.ts';

const score: Wanted = {
  panel: 'self-execution score',
  experiment: 'all',
  measure: 'self_execution_score',
  policy: 'published',
};
const abilityPanel = 'ability (Rasch, log odds)';

/** The paper's Figure 8: self-execution score beside general ability. */
export function scoreAndAbility(rows: FigureRows, rasch: RaschReport | null): Figure {
  const named = { name: 'score-and-ability', title: 'Self-execution score beside ability' };
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
  return {
    ...named,
    kind: 'drawn',
    caption: `Models with both numbers, in the order of ability (${rasch?.method === 'paper' ? 'the paper’s fit' : 'maximum likelihood'}; bars: standard error). ${correlationText(rows, rasch)}`,
    spec: dotPanels({
      panels: [
        { name: abilityPanel, domain: null, reference: 0, format: 'share' },
        { name: score.panel, domain: shareDomain, reference: null, format: 'share' },
      ],
      dots: [...pairs.map(({ dot, ability }) => abilityDot(dot, ability)), ...pairs.map(({ dot }) => dot)],
      marks: [],
      kinds: [],
    }),
  };
}

interface Ability {
  readonly theta: number;
  readonly se: number | null;
}

/** A report's `provider/model` is looked for under its last part too: benchmark tables name models without provider. */
export function abilityOf(rasch: RaschReport | null, label: string): Ability | null {
  const plain = label.replace(/ \(published\)$/, '');
  const found =
    rasch?.models.find(({ name }) => name === plain) ??
    rasch?.models.find(({ name }) => name === plain.split('/').at(-1));
  return found === undefined || found.theta === null ? null : { theta: found.theta, se: found.se };
}

function abilityDot({ label, source }: Dot, { theta, se }: Ability): Dot {
  const error = se === null ? '' : ` ± ${numberText(se, 'correlation')}`;
  return {
    label,
    source,
    panel: abilityPanel,
    value: theta,
    low: se === null ? null : theta - se,
    high: se === null ? null : theta + se,
    tip: `${label} · ability: ${numberText(theta, 'correlation')}${error}`,
  };
}

/** Each model counts once, in however many runs it is drawn. */
function correlationText(rows: FigureRows, rasch: RaschReport | null): string {
  const texts = sources.map((source) => {
    const pairs = [...valuesByModel(rows, score, source)].flatMap(([model, value]) => {
      const ability = abilityOf(rasch, model);
      return ability === null ? [] : [{ theta: ability.theta, value }];
    });
    const r = pearson(
      pairs.map(({ theta }) => theta),
      pairs.map(({ value }) => value),
    );
    if (r === null) return null;
    const interval =
      r.interval === null ? 'no interval' : intervalText([r.interval.low, r.interval.high], 'correlation');
    const whose = source === 'own' ? 'models of this report' : 'published models';
    return `Pearson’s r = ${numberText(r.value, 'correlation')} ${interval} over ${r.n} ${whose}.`;
  });
  return texts.find((text) => text !== null) ?? 'Too few models for a correlation.';
}
