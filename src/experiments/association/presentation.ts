import type { PublishedModel } from '../../dataset/files/published-results.ts';
import type { Estimate } from '../../results/estimate.ts';
import { ratio } from '../../stats/basic/moments.ts';
import type { Presentation } from '../presentation.ts';

type Counts = Omit<PublishedModel['association'], 'accuracy'>;

const total = (counts: Counts) =>
  counts.truePositive + counts.trueNegative + counts.falsePositive + counts.falseNegative;

/** A published value, from the counts of a model's published answers. */
function published(value: (counts: Counts) => number | null): (model: PublishedModel) => number | null {
  return ({ association }) => value(association);
}

const panel = (measure: string, name: string) =>
  ({ panel: name, measure, policy: 'published', scale: 'share' }) as const;

export const presentation: Presentation = {
  task: 'words it lists',
  question: 'Which option words will be in my list of five?',
  explanation:
    'Which of the option words will be in the list of five words that I would give for this cue? Each option word counts once. Most option words are not in the list, so a rule that always says “no” scores high.',
  outcomeWords: { yes: 'lists it', no: 'does not list it' },
  figures: [
    {
      kind: 'panels',
      name: 'association-metrics',
      title: 'Words it lists: the measures of the paper',
      caption:
        'Accuracy is shown with its base rate (the best constant answer) and the score of answering “no” to every option word: an accuracy below either is not evidence of self-prediction. Conventions of the published code; bars are 95 % intervals.',
      needs: 'an association experiment',
      panels: [
        { ...panel('accuracy', 'accuracy'), marks: [['baseRate', 'base rate']] },
        panel('always_false_accuracy', 'always “no”'),
        panel('precision', 'precision'),
        panel('recall', 'recall'),
        panel('positive_rate', 'rate of “yes”'),
        panel('f1', 'F1'),
      ],
    },
  ],
  caveats: alwaysNoCaveat,
  published: {
    accuracy: ({ association }) => association.accuracy,
    precision: published(({ truePositive, falsePositive }) => ratio(truePositive, truePositive + falsePositive)),
    recall: published(({ truePositive, falseNegative }) => ratio(truePositive, truePositive + falseNegative)),
    f1: published(({ truePositive, falsePositive, falseNegative }) =>
      ratio(2 * truePositive, 2 * truePositive + falsePositive + falseNegative),
    ),
    positive_rate: published((counts) => ratio(counts.truePositive + counts.falsePositive, total(counts))),
    always_false_accuracy: published((counts) => ratio(counts.falsePositive + counts.trueNegative, total(counts))),
  },
};

/** Returns a caveat: accuracy is not evidence of self-prediction where always answering "no" scores higher. */
function alwaysNoCaveat(estimates: readonly Estimate[]): readonly string[] {
  const parsed = estimates.filter(({ policy, value }) => policy === 'parsed' && value !== null);
  const pairs = parsed.flatMap((accuracy) => {
    if (accuracy.measure !== 'accuracy') return [];
    const always = parsed.find(
      ({ run, model, condition, measure }) =>
        measure === 'always_false_accuracy' &&
        run === accuracy.run &&
        model === accuracy.model &&
        condition === accuracy.condition,
    );
    return accuracy.value === null || always === undefined || always.value === null
      ? []
      : [{ own: accuracy.value, always: always.value }];
  });
  if (pairs.length === 0) return [];
  const higher = pairs.filter(({ own, always }) => always > own).length;
  return [`Answering “no” to every option word scores higher than ${higher} of ${pairs.length} accuracies here.`];
}
