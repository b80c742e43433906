import type { CheckFinding } from '../../results/row-check.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { likenessOf } from '../analyses/equal-trainings.ts';
import type { RecordedPredictor, RecordedTables, RecordedTarget } from '../recorded-tables.ts';
import { distinctSeeds, sharedPredictions } from './equal-seeds.ts';

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
 * Returns what is wrong with the tables of a study before they become a claim, and what they cannot show: arms and trainings
 * with equal predictions, predictions that are missing, one predicted value where the answers have several, and values that no
 * answer has.
 */
export function checkStudy(tables: RecordedTables): readonly CheckFinding[] {
  const { targets, predictors } = tables;
  const isTarget = (name: string) => targets.some(({ target }) => target === name);
  return [
    ...sameArms(tables),
    ...predictors.flatMap((each) => sameTrainings(each, targets)),
    ...predictors.flatMap((each) =>
      missingPredictions(each, targets, each.trainedOn !== null && !isTarget(each.predictor)),
    ),
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
                rows: rowsOf(
                  arm,
                  units,
                  (value, place) => units[place]?.[1] === property && value !== null && !known.has(value),
                ),
                found: `${counted(unknown.length, `of its ${predicted.length} predictions of ${property} is a value`, `of its ${predicted.length} predictions of ${property} are values`)} that no answer has, such as ${shown(unknown)}; the answers are such as ${shown([...known])}`,
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

/** Names arms whose predictions about one target are equal: a table was given twice, or an adapter changed nothing. */
function sameArms({ targets, predictors }: RecordedTables): readonly CheckFinding[] {
  return [...Map.groupBy(predictors, ({ about }) => about)].flatMap(([about, arms]) => {
    const units = unitsOf(targets, about);
    return arms.flatMap((one, place) =>
      arms.slice(place + 1).flatMap((other): CheckFinding[] => {
        const equal = one.seeds.flatMap((seed) =>
          other.seeds.flatMap((second) => {
            const shared = sharedPredictions(seed, second, units);
            return likenessOf(shared) === 'equal' ? [shared.length] : [];
          }),
        );
        if (equal.length === 0) return [];
        return [
          {
            ...{ ...common, check: 'same models', kind: 'fault', changesRows: false },
            models: [one, other].map(armName),
            found: `their ${Math.max(...equal)} predictions are equal`,
            effect: 'they count as given: check whether one table was given twice, or an adapter was not loaded',
          },
        ];
      }),
    );
  });
}

/** Names trainings of one arm whose predictions are equal, or nearly equal: one training was given under several seeds. */
function sameTrainings(arm: RecordedPredictor, targets: readonly RecordedTarget[]): readonly CheckFinding[] {
  if (arm.trainedOn === null) return [];
  const units = unitsOf(targets, arm.about);
  const groups = distinctSeeds(arm.seeds, units);
  const equal = groups.filter(({ length }) => length > 1);
  const firsts = groups.flatMap(([first]) => first ?? []);
  const nearly = firsts.filter((one) =>
    firsts.some((other) => other !== one && likenessOf(sharedPredictions(one, other, units)) === 'nearly equal'),
  );
  const named = (seeds: RecordedPredictor['seeds']) =>
    seeds
      .map(({ seed }) => seed)
      .toSorted()
      .join(', ');
  const finding = { ...common, check: 'same models', models: [armName(arm)] } as const;
  return [
    ...equal.map(
      (own): CheckFinding => ({
        ...{ ...finding, kind: 'fault', changesRows: true },
        found: `the predictions of its seeds ${named([...own])} are equal`,
        effect: 'they count as one training',
      }),
    ),
    ...(nearly.length === 0
      ? []
      : [
          {
            ...{ ...finding, kind: 'fault', changesRows: false },
            found: `99 % or more of the predictions of its seeds ${named(nearly)} are equal`,
            effect: 'they count as given: check whether one training was given under several seeds',
          } satisfies CheckFinding,
        ]),
  ];
}

function unitsOf(targets: readonly RecordedTarget[], about: string): RecordedTarget['units'] {
  return targets.find(({ target }) => target === about)?.units ?? [];
}

/** Returns the items of the places at which a training of an arm has such a value. */
function rowsOf(
  arm: RecordedPredictor,
  units: RecordedTarget['units'],
  isMeant: (value: string | null, place: number) => boolean,
): CheckFinding['rows'] {
  const places = units.flatMap(([item], place) =>
    arm.seeds.some(({ values }) => isMeant(values[place] ?? null, place)) ? [item] : [],
  );
  return [...new Set(places)].map((item) => ({ item, epoch: 1 }));
}

function missingPredictions(
  arm: RecordedPredictor,
  targets: readonly RecordedTarget[],
  isReference: boolean,
): readonly CheckFinding[] {
  const all = arm.seeds.reduce((sum, { values }) => sum + values.length, 0);
  const predicted = valuesOf(arm.seeds).length;
  if (all < minAnswers || predicted >= leastPredicted * all) return [];
  return [
    {
      ...{ ...common, kind: 'limit', models: [armName(arm)], changesRows: false },
      rows: rowsOf(arm, unitsOf(targets, arm.about), (value) => value === null),
      check: predicted < leastUsable * all ? 'errors' : 'partial',
      found: `${predicted} of ${all} answers are predicted (${percent(predicted / all)})`,
      effect: isReference
        ? 'the others count as right, their worst for a model that should be above it'
        : 'the others count as wrong, and in words as what is worst for them',
    },
  ];
}

function onePredicted(arm: RecordedPredictor, targets: readonly RecordedTarget[]): readonly CheckFinding[] {
  const units = unitsOf(targets, arm.about);
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
