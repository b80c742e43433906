import type { CheckFinding } from '../../results/row-check.ts';
import { canonicalJson, sha256 } from '../../util/canonical-json.ts';
import { oneLine } from '../../util/text.ts';
import type { RecordedPredictor, RecordedTables, RecordedTarget } from '../recorded-tables.ts';

/** Smallest share of a target's answers that an arm must predict, and of the rows with a value. */
const [leastPredicted, leastUsable] = [0.95, 0.9];
/** Share of one predicted value above which an arm gives one answer, where the answers themselves are not so uniform. */
const oneAnswer = 0.95;
/** Share of predicted values that no answer has above which an arm may use other words than the answers. */
const maxUnknown = 0.2;
/** Fewest answers from which shares are looked at. */
const minAnswers = 20;

const percent = (share: number) => `${Math.floor(1000 * share) / 10} %`;

/**
 * Returns what is wrong with the tables of a study before they become a claim, and what they cannot show: arms with equal
 * predictions, predictions that are missing, one predicted value where the answers have several, and values that no answer has.
 */
export function checkStudy({ targets, predictors }: RecordedTables): readonly CheckFinding[] {
  return [
    ...sameArms(predictors),
    ...predictors.flatMap((each) => missingPredictions(each)),
    ...predictors.flatMap((each) => onePredicted(each, targets)),
    ...otherWords(predictors, targets),
  ];
}

/** Names arms whose predictions are often values that no answer has, where another arm about the same answers has few of these. */
function otherWords(
  predictors: readonly RecordedPredictor[],
  targets: readonly RecordedTarget[],
): readonly CheckFinding[] {
  return targets.flatMap(({ target, units }) => {
    const about = predictors.filter((arm) => arm.about === target);
    return [...Map.groupBy(units.keys(), (place) => units[place]?.[1] ?? '')].flatMap(([property, places]) => {
      const known = new Set(places.flatMap((place) => units[place]?.[3] ?? []));
      const arms = about.flatMap((arm) => {
        const predicted = places.flatMap((place) => arm.seeds.flatMap(({ values }) => values[place] ?? []));
        const unknown = predicted.filter((value) => !known.has(value));
        return predicted.length < minAnswers
          ? []
          : [{ arm, predicted, unknown, share: unknown.length / predicted.length }];
      });
      const fewest = Math.min(...arms.map(({ share }) => share));
      return arms.flatMap(({ arm, predicted, unknown, share }): CheckFinding[] =>
        share <= maxUnknown || share <= 2 * fewest
          ? []
          : [
              {
                ...{ ...common, check: 'unread', kind: 'fault', models: [armName(arm)], changesRows: false },
                found: `${unknown.length} of its ${predicted.length} predictions of ${property} are values that no answer has, such as ${shown(unknown)}; the answers are such as ${shown([...known])}`,
                effect: 'they count as wrong: write predictions and answers in the same words',
              },
            ],
      );
    });
  });
}

function shown(values: readonly string[]): string {
  const [one = '', two] = new Set(values);
  const quoted = (value: string) => `"${oneLine(value, 30)}"`;
  return two === undefined ? quoted(one) : `${quoted(one)} and ${quoted(two)}`;
}

function armName({ predictor, trainedOn, about }: RecordedPredictor): string {
  return trainedOn === null ? `untrained ${predictor} about ${about}` : `${predictor} trained on ${trainedOn}`;
}

const common = { file: '', score: 'prediction', rows: [] } as const;

/** Names arms of other names whose predictions are all equal: a table was given twice, or an adapter changed nothing. */
function sameArms(predictors: readonly RecordedPredictor[]): readonly CheckFinding[] {
  const own = predictors.filter(({ seeds }) => new Set(valuesOf(seeds)).size > 1);
  const groups = Map.groupBy(own, ({ about, seeds }) =>
    sha256(canonicalJson([about, seeds.map(({ values }) => [...values])])),
  );
  return [...groups.values()].flatMap((equal): CheckFinding[] => {
    const [first] = equal;
    if (first === undefined || equal.length < 2) return [];
    return [
      {
        ...{ ...common, check: 'same models', kind: 'fault', models: equal.map(armName), changesRows: false },
        found: `their ${valuesOf(first.seeds).length} predictions are equal`,
        effect: 'they count as given: check whether one table was given twice, or an adapter was not loaded',
      },
    ];
  });
}

function missingPredictions(arm: RecordedPredictor): readonly CheckFinding[] {
  const all = arm.seeds.reduce((sum, { values }) => sum + values.length, 0);
  const predicted = valuesOf(arm.seeds).length;
  if (all < minAnswers || predicted >= leastPredicted * all) return [];
  return [
    {
      ...{ ...common, kind: 'limit', models: [armName(arm)], changesRows: false },
      check: predicted < leastUsable * all ? 'errors' : 'partial',
      found: `${predicted} of ${all} answers are predicted (${percent(predicted / all)})`,
      effect: 'the others count as wrong',
    },
  ];
}

function onePredicted(arm: RecordedPredictor, targets: readonly RecordedTarget[]): readonly CheckFinding[] {
  const units = targets.find(({ target }) => target === arm.about)?.units ?? [];
  const properties = Map.groupBy(units.keys(), (place) => units[place]?.[1] ?? '');
  return [...properties].flatMap(([property, places]): CheckFinding[] => {
    const answers = places.flatMap((place) => units[place]?.[3] ?? []);
    const predicted = places.flatMap((place) => arm.seeds.flatMap(({ values }) => values[place] ?? []));
    if (predicted.length < minAnswers) return [];
    const share = topShare(predicted);
    if (share <= oneAnswer || topShare(answers) > oneAnswer) return [];
    return [
      {
        ...{ ...common, check: 'constant', kind: 'limit', models: [armName(arm)], changesRows: false },
        found: `${percent(share)} of its predictions of ${property} are one value, and ${percent(topShare(answers))} of the answers`,
        effect: 'one answer: its share of right predictions is that of a constant',
      },
    ];
  });
}

function topShare(values: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return values.length === 0 ? 0 : Math.max(...counts.values()) / values.length;
}

function valuesOf(seeds: RecordedPredictor['seeds']): readonly string[] {
  return seeds.flatMap(({ values }) => values.flatMap((value) => value ?? []));
}
