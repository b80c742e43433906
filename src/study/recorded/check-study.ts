import type { CheckFinding } from '../../results/row-check.ts';
import { likenessOf } from '../analyses/equal-trainings.ts';
import { armName, missingText, ofStudy, rowsOf } from '../recorded-arms.ts';
import { armsBelowConstant, doubtfulArms } from '../recorded-doubts.ts';
import type { RecordedPredictor, RecordedTables, RecordedTarget } from '../recorded-tables.ts';
import { distinctSeeds, sharedPredictions } from './equal-seeds.ts';
import { readPredictions } from './unread-predictions.ts';

/** Smallest share of a target's answers that an arm must predict, and of the rows with a value. */
const [leastPredicted, leastUsable] = [0.95, 0.9];
/** Share of one predicted value above which an arm gives one answer, where the answers themselves are not so uniform. */
const oneAnswer = 0.95;
/** Fewest answers from which shares are looked at. */
const minAnswers = 20;

const percent = (share: number) => `${Math.floor(1000 * share) / 10} %`;

/** Tables of a study whose predictions are what they say, and what was found in them. */
interface ScreenedTables {
  readonly tables: RecordedTables;
  readonly findings: readonly CheckFinding[];
}

/**
 * Returns the tables of a study without predictions that are none, and what is wrong with them before they become a claim, and what
 * they cannot show: arms and trainings with equal predictions, predictions that are missing or filled in, those of other items, one
 * predicted value where the answers have several, and values that no answer has.
 */
export function screenStudy(tables: RecordedTables): ScreenedTables {
  const { targets, predictors } = tables;
  const read = readPredictions(tables);
  const findings = [
    ...sameArms(tables),
    ...predictors.flatMap((each) => sameTrainings(each, targets)),
    ...predictors.flatMap((each) => missingPredictions(each, targets)),
    ...predictors.flatMap((each) => onePredicted(each, targets)),
    ...read.findings,
    ...inDoubt(read.tables),
  ];
  return { tables: read.tables, findings };
}

/** Names arms on which no word depends. */
function inDoubt(tables: RecordedTables): readonly CheckFinding[] {
  const doubts = doubtfulArms(tables);
  const below = armsBelowConstant(tables).filter(({ arm }) => !doubts.some((each) => each.arm === arm));
  return [
    ...doubts.map(
      ({ arm, check, found, doubt, rows }): CheckFinding => ({
        ...{ ...ofStudy, kind: 'fault', check, found, rows, models: [armName(arm)], changesRows: true },
        effect: `they ${doubt}: no word on ${pairsText(arm, tables.targets)}`,
      }),
    ),
    ...below.map(
      ({ arm, found }): CheckFinding => ({
        ...{ ...ofStudy, kind: 'limit', check: 'other items', found, models: [armName(arm)], changesRows: false },
        effect:
          'they count as given: an arm that learned nothing is below the constant, and one whose items were mixed up is, too',
      }),
    ),
  ];
}

/** Returns which pairs of models an arm decides: an arm on the answers of a second model one pair, any other all of its target. */
function pairsText({ predictor, about }: RecordedPredictor, targets: readonly RecordedTarget[]): string {
  const target = targets.find((each) => each.target === about)?.shiftedOf ?? about;
  const isModel = targets.some((each) => each.target === predictor && each.shiftedOf === null);
  return isModel && predictor !== target ? `${predictor} and ${target}` : `the pairs of ${target}`;
}

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
            ...{ ...ofStudy, check: 'same models', kind: 'fault', changesRows: false },
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
  const finding = { ...ofStudy, check: 'same models', models: [armName(arm)] } as const;
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

function missingPredictions(arm: RecordedPredictor, targets: readonly RecordedTarget[]): readonly CheckFinding[] {
  const all = arm.seeds.reduce((sum, { values }) => sum + values.length, 0);
  const predicted = valuesOf(arm.seeds).length;
  if (all < minAnswers || predicted >= leastPredicted * all) return [];
  return [
    {
      ...{ ...ofStudy, kind: 'limit', models: [armName(arm)], changesRows: false },
      rows: rowsOf(arm, unitsOf(targets, arm.about), (value) => value === null),
      check: predicted < leastUsable * all ? 'errors' : 'partial',
      found: `${predicted} of ${all} answers are predicted (${percent(predicted / all)})`,
      effect: missingText(arm, targets).replace('they', 'the others'),
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
        ...{ ...ofStudy, check: 'constant', kind: 'limit', models: [armName(arm)], changesRows: false },
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
