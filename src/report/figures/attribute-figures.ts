import type { TaskName } from '../../experiments/task-name.ts';
import type { AttributeCorrelation, AttributeResults } from '../../results/attributes.ts';
import { fraction, fractionRange } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { scoreName } from '../tables/attribute-tables.ts';
import { numberText } from './marks/number-text.ts';
import { scatter } from './marks/scatter.ts';
import type { Figure } from './render/figure.ts';
import { slug } from './render/slug.ts';

/** Returns a scatter plot for each number attribute and score whose rank correlation over models is known. */
export function attributeFigures(attributes: AttributeResults | null, taskOf: TaskName): readonly Figure[] {
  return (attributes?.lines ?? []).flatMap((line) =>
    line.kind === 'correlation' && line.correlation !== null ? [figureOf(line, line.correlation, taskOf)] : [],
  );
}

function figureOf(line: AttributeCorrelation, correlation: number, taskOf: TaskName): Figure {
  const attribute = oneLine(line.attribute, 40);
  const score = scoreName({ ...line, task: oneLine(taskOf(line.experiment), 40) });
  const found = `${fraction(correlation)} ${fractionRange(line.interval)}`.trim();
  return {
    kind: 'drawn',
    name: `attribute-${slug(line.attribute, line.experiment, line.measure)}`,
    title: `${attribute} and ${score}: rank correlation ${found} over ${line.models} models`,
    caption: `A dot per model. Spearman’s rank correlation with its 95 % interval over models. ${line.caution}.`,
    ...scatter(
      line.points.map(({ model, x, y }) => ({
        ...{ label: oneLine(model, 60), source: 'own', x, y, xInterval: null, yInterval: null },
        tip: `${oneLine(model, 60)} · ${attribute}: ${x} · ${score}: ${numberText(y, line.unit)}`,
      })),
      { xTitle: attribute, yTitle: score, isLogarithmic: false, reference: null },
    ),
  };
}
