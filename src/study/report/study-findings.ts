import { namesText } from '../../analyze/findings/results-sentences.ts';
import { nextSteps } from '../../analyze/next-steps/next-steps.ts';
import { bundledNotice, isBundled } from '../../results/model-origin.ts';
import { noticedSentence } from '../../results/noticed-text.ts';
import type { NextStep } from '../../results/step.ts';
import type { PairRecord, StudyFinding, StudyFindings, StudyResult } from '../../results/study-result.ts';
import { counted, fixed, fraction, percentText, pointsText } from '../../util/numbers.ts';
import { fewestTrainings } from '../analyses/pair-estimates.ts';
import { largerStudy } from '../analyses/pair-power.ts';
import { isCounted, noShiftedSelves, ownBetterText, sameHandicap } from '../analyses/verdict.ts';
import type { StudyRecord } from '../study-record.ts';
import { modelLabels } from './study-cells.ts';
import { studySections } from './study-sections.ts';

/** Returns what a study found. `id`: of the study in the store. `importedBy`: the command that has just imported it; null: none. */
export function studyFindings(
  id: string,
  record: StudyRecord,
  result: StudyResult,
  importedBy: string | null = null,
): StudyFindings {
  const { sections, absent } = studySections(result);
  const findings = result.pairs.map(findingOf);
  return {
    study: id,
    question: studyQuestion(record.design),
    answer: answerOf(findings),
    runs: record.runs.map(({ run }) => run),
    adjustedOver: adjustedOver(result.pairs),
    findings,
    sections,
    limits: limitsOf(record, result, absent),
    next: nextOf(id, record, { result, importedBy }),
  };
}

/** Returns the question of a study with the names of its targets. */
export function studyQuestion({ targets }: Pick<StudyRecord['design'], 'targets'>): string {
  return `Can ${namesText(targets)} be trained to know themselves?`;
}

function findingOf(pair: PairRecord): StudyFinding {
  const { a, b, verdict, sentence, reasons, accuracy, I, E, detectable, plain } = pair;
  return {
    models: [a, b],
    verdict,
    sentence,
    reasons,
    accuracies:
      accuracy === null
        ? null
        : [
            { predictor: a, target: a, value: accuracy.aa },
            { predictor: b, target: a, value: accuracy.ba },
            { predictor: b, target: b, value: accuracy.bb },
            { predictor: a, target: b, value: accuracy.ab },
          ],
    I,
    E,
    definitions: definitionsOf(pair),
    detectable,
    directions: plain,
  };
}

function definitionsOf({ a: first, b: second, accuracy, I, E, determinant, meanGain, gainBase }: PairRecord) {
  if (accuracy === null) return [];
  const label = modelLabels([first, second]);
  const [a, b] = [label(first), label(second)];
  const { aa, ab, ba, bb } = accuracy;
  const percent = (share: number | null) => (share === null ? 'n/a' : percentText(share));
  const before = gainBase === 'scramble' ? 'the same model trained on permuted answers' : 'the base rate';
  const isQuotient = E.quantity.value !== null && determinant.value !== null && meanGain.value !== null;
  const quotient = isQuotient ? ` = ${fraction(determinant.value)} / (2 × ${fraction(meanGain.value)})` : '';
  return [
    `I is how much more often a model is right about itself than the other model is, on average over both: (${a} about itself ${percent(aa)} − ${b} about ${a} ${percent(ba)} + ${b} about itself ${percent(bb)} − ${a} about ${b} ${percent(ab)}) / 2 = ${I.quantity.value === null ? 'n/a' : pointsText(I.quantity.value)}.`,
    `E is the part of this that remains when one model is simply better at predicting and one is simply easier to predict. It uses gains over ${before}: the product of the two gains about oneself, minus the product of the two gains about the other, over twice the mean gain. E${quotient} = ${E.quantity.value === null ? `n/a: ${E.quantity.missing ?? 'no value'}` : pointsText(E.quantity.value)}.`,
  ];
}

function answerOf(findings: readonly StudyFinding[]): string {
  const [first, ...others] = findings;
  if (first === undefined) return 'The study has no pair of models.';
  if (others.length === 0) return first.sentence;
  const counts = [...Map.groupBy(findings, ({ verdict }) => verdict)].map(
    ([verdict, own]) => `${own.length} ${verdict === 'own better' ? ownBetterText : verdict}`,
  );
  const better = findings.flatMap(({ directions }) => directions.filter(({ word }) => word === 'lower'));
  const hidden = [...new Set(better.map(({ a }) => a))];
  return `${findings.length} pairs of models: ${counts.join(', ')}.${hidden.length === 0 ? '' : ` Predicted better by a second model: ${namesText(hidden)}.`}`;
}

function adjustedOver(pairs: readonly PairRecord[]): string {
  const tested = pairs.flatMap(({ plain }) => plain.filter(({ p }) => p !== null)).length;
  if (tested > 0) return `${tested} directions (Holm)`;
  const isTrainedOften = pairs.some(({ trainings }) => trainings >= fewestTrainings);
  return isTrainedOften ? 'no test' : 'no test: a verdict needs three trainings of each arm';
}

function limitsOf(
  { design, notes, testItems, testStrings, recorded }: StudyRecord,
  result: StudyResult,
  absent: readonly string[],
) {
  const { itemValueGroups = [], equalTrainings = [], withoutValue } = result;
  const unread = result.predictors.filter(({ accuracy, coverage }) => accuracy.value === null && coverage !== null);
  const excluded = new Set(result.pairs.flatMap(({ excludedGroups }) => excludedGroups.map(({ group }) => group)));
  return [
    ...(design.targets.some(isBundled) ? [bundledNotice] : []),
    ...(result.pairs.some(({ shifted, verdict }) => shifted === null && verdict !== 'not measured')
      ? [noShiftedSelves]
      : []),
    ...(result.pairs.some(({ shifted }) => shifted !== null) ? [sameHandicap] : []),
    ...powersOf(result.pairs),
    `${counted(testItems, 'test item')}, ${counted(testStrings, 'string')}; 95 % intervals by jackknife over strings${overTrainingsText(result)}.`,
    ...(unread.length === 0
      ? []
      : [
          `${counted(unread.length, 'accuracy', 'accuracies')} of --table predictors withheld: fewer than half of the predictions could be read.`,
        ]),
    ...(excluded.size === 0
      ? []
      : [
          `${counted(excluded.size, 'group')} of task and property excluded from the means: too few rows, or hardly any variation.`,
        ]),
    ...(itemValueGroups.length === 0
      ? []
      : [
          `The values of ${itemValueGroups.join(', ')} differ by item: a guess between the options of an item may be right more often than their base rate.`,
        ]),
    ...(withoutValue === undefined || recorded !== undefined ? [] : [withoutValueText(withoutValue)]),
    ...equalTrainings.map(
      ({ base, trainedOn, trainings }) =>
        `The predictions of ${base} trained on ${trainedOn ?? 'nothing'} are equal in the trainings ${namesText(trainings)}: they count as one training.`,
    ),
    ...notes,
    ...(absent.length === 0
      ? []
      : [`Not measured, because the design does not include it or the rows are too few: ${absent.join(', ')}.`]),
  ];
}

function withoutValueText({ units, of }: NonNullable<StudyResult['withoutValue']>): string {
  return `${units} of ${counted(of, 'held-out answer')} without a value, because executions disagree or could not be read: left out. Accuracies, base rates and differences are those of the others, which may be easier to predict.`;
}

/** Returns which intervals are also over trainings, as a clause; empty in a study whose arms were not trained three times. */
function overTrainingsText({ pairs }: Pick<StudyResult, 'pairs'>): string {
  const several = pairs.filter(({ trainings }) => trainings >= fewestTrainings).length;
  if (several === 0) return '';
  const which = several === pairs.length ? 'of pairs and properties' : 'of pairs with three trainings of each arm';
  return `, those ${which} also over trainings (the others are about one training)`;
}

/** Returns what advantage of each pair without one would be noticed; the pair is named where there are several. */
function powersOf(pairs: readonly PairRecord[]): readonly string[] {
  const label = modelLabels([...new Set(pairs.flatMap(({ a, b }) => [a, b]))]);
  return pairs.flatMap(({ a, b, verdict, detectable }) => {
    if (verdict === 'advantage' || detectable === null) return [];
    const of = pairs.length === 1 ? '' : ` of ${label(a)} and ${label(b)}`;
    const effect = `advantage${of} of ${fixed(100 * detectable, 1)} points, equal in both directions,`;
    return [noticedSentence(effect, 'studies')];
  });
}

interface Ended {
  readonly result: StudyResult;
  readonly importedBy: string | null;
}

function nextOf(id: string, record: StudyRecord, { result: { pairs }, importedBy }: Ended): readonly NextStep[] {
  const open = pairs.find(isOpen);
  const fewTrainings = pairs.some(({ trainings }) => trainings > 0 && trainings < fewestTrainings);
  const advice = fewTrainings
    ? trainingsStep(record, importedBy)
    : open === undefined
      ? null
      : { command: null, about: openText(open, record) };
  return nextSteps({ kind: 'study', study: id.slice(0, 12), advice });
}

/** Returns how a study gets the trainings that a verdict needs. */
function trainingsStep({ design, recorded }: StudyRecord, importedBy: string | null): NextStep {
  if (recorded !== undefined && importedBy !== null)
    return {
      command: importedBy,
      about: `with three trainings of each arm (${seedColumn(recorded)}): gives a verdict`,
    };
  if (recorded !== undefined)
    return {
      command: null,
      about: `for a verdict, import ${[...new Set(recorded.files)].join(' and ')} again with three trainings of each arm (${seedColumn(recorded)})`,
    };
  if (design.targets.some(isBundled))
    return {
      command: null,
      about:
        'the demonstration models were trained once. For a verdict, write a study file for your own models with `trainingSeeds: [1, 2, 3]` (docs/study.md); --dry-run then says what it would cost',
    };
  const how =
    design.trained === undefined
      ? 'write `trainingSeeds: [1, 2, 3]` in the study file'
      : moreTrainingsText(design.trained);
  return {
    command: null,
    about: `for a verdict, ${how}; --dry-run then says what the study would cost`,
  };
}

/** Returns where a recorded study names the training of each prediction: in its second table, or in the table of models beside folders. */
function seedColumn({ files: [answers, predictions] }: NonNullable<StudyRecord['recorded']>): string {
  return answers === predictions ? 'column `seed` of the models' : `column \`seed\` of ${predictions}`;
}

/** Returns how many models a study file of trained models lacks, so that each arm has three trainings. */
function moreTrainingsText(trained: NonNullable<StudyRecord['design']['trained']>): string {
  const arms = [...Map.groupBy(trained, ({ base, arm, target }) => JSON.stringify([base, arm, target])).values()];
  const more = arms.reduce((sum, copies) => sum + Math.max(0, fewestTrainings - copies.length), 0);
  const what = counted(arms.length, 'combination');
  return `train ${counted(more, 'more model')} and add them to the list \`trained\` of the study file (docs/study.md): each of its ${what} of \`base\`, \`arm\` and \`target\` needs ${fewestTrainings} models, trained with different seeds`;
}

/** Returns whether a larger study could bring an advantage: a direction is open, and the other model is better in none. */
function isOpen({ trainings, plain }: PairRecord): boolean {
  if (trainings < fewestTrainings) return false;
  return plain.some(({ word }) => word === 'no difference found') && plain.every(({ word }) => word !== 'lower');
}

/** Returns what a larger study needs: strings or trainings, whichever lets it find less. */
function openText(
  { plain, detectable, detectableWith, trainings }: PairRecord,
  { design, testStrings: strings }: Pick<StudyRecord, 'design' | 'testStrings'>,
): string {
  if (plain.some(isCounted))
    return 'the missing predictions decide it, not the number of strings: `--table predictors` has the shares that could be read';
  const points = (share: number) => fixed(100 * share, 1);
  const [byStrings, byTrainings] = [detectableWith.strings, detectableWith.trainings];
  const least = Math.min(byStrings ?? 1, byTrainings ?? 1);
  if (least === 1) {
    const more = `use more test items than these ${counted(strings, 'string')}, or more than ${trainings} trainings of each arm`;
    return design.trained === undefined ? `${more}; \`--dry-run\` prints what a design can detect` : more;
  }
  const than = detectable === null ? '' : ` instead of ${points(detectable)}`;
  if (least === byStrings)
    return `use about ${counted(largerStudy.strings * strings, 'test string')} instead of ${strings.toLocaleString('en')}: they would find ${points(least)} points${than}`;
  return `train each arm ${largerStudy.trainings * trainings} times instead of ${trainings}, because trainings vary more than strings: such studies would find about ${points(least)} points${than}`;
}
