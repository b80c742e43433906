import { quantityCell } from '../../report/tables/quantity-cell.ts';
import { filled, left, right, shareCell } from '../../report/tables/report-table.ts';
import type { ReportTable } from '../../results/page.ts';
import { mean } from '../../stats/moments.ts';
import { ruleNames } from '../analyses/baselines/rule-names.ts';
import type { StudyResult } from '../analyses/study-result.ts';
import { inUsedGroups } from '../analyses/used-groups.ts';
import type { StudyNames } from './cells.ts';
import { ruleHeader } from './who-tables.ts';

type RuleName = keyof typeof ruleNames;

/** Returns the accuracies of the rules that do not use a model, beside each target's own model; null without rows. */
export function ruleTable({ predictors, accuracy }: StudyResult, names: StudyNames): ReportTable | null {
  const used = inUsedGroups(accuracy);
  const own = predictors
    .filter(({ arm, base, target }) => arm === 'self' && base === target)
    .map((each) => ({
      ...each,
      rules: used.filter(({ predictor, target }) => predictor === each.predictor && target === each.target),
    }));
  const rules = (Object.keys(ruleNames) as RuleName[]).filter((name) =>
    own.some(({ rules: entries }) => entries.some(({ baselines }) => baselines[name] !== undefined)),
  );
  if (own.length === 0 || rules.length === 0) return null;
  return {
    id: 'rules',
    title: 'Rules that do not use a model',
    lead: 'Share of correct predictions, mean over groups of task and property.',
    ...filled(own, [
      left('about', 'The model whose answers are predicted.', ({ target }) => names.cell(target)),
      right('by itself [95 %]', 'Accuracy of the model trained on its own answers.', ({ accuracy: each }) =>
        quantityCell(each),
      ),
      ...rules.map((rule) =>
        right<(typeof own)[number]>(
          ruleHeader(rule),
          'Accuracy of a rule that does not use the model.',
          ({ rules: entries }) =>
            shareCell(mean(entries.flatMap(({ baselines }) => baselines[rule] ?? [])), 'the rule does not apply'),
          rule === 'mode' ? 0 : 1,
        ),
      ),
    ]),
  };
}

/** Returns by how much each scramble arm exceeds the most frequent value; null without scramble arms. */
export function scrambleTable({ pairs }: StudyResult, names: StudyNames): ReportTable | null {
  const all = pairs.flatMap(({ scrambleLags }) => scrambleLags);
  const rows = [...new Map(all.map((cell) => [JSON.stringify([cell.base, cell.target]), cell])).values()];
  if (rows.length === 0) return null;
  return {
    id: 'scramble-arms',
    title: 'Models trained on permuted answers, minus the base rate',
    lead: 'Below zero, training on permuted answers is a handicap, and gains over it are too large.',
    ...filled(rows, [
      left('model', 'The model that predicts.', ({ base }) => names.cell(base)),
      left('about', 'The model whose answers, permuted, it was trained on.', ({ target }) => names.cell(target)),
      right('difference [95 %]', 'Accuracy minus the base rate.', quantityCell),
    ]),
  };
}

/** Returns what training on true answers adds to training on permuted ones; null where not measured. */
export function gainTable({ trainingGains }: StudyResult, names: StudyNames): ReportTable | null {
  if (trainingGains.length === 0) return null;
  return {
    id: 'gains',
    title: 'Gains from training',
    lead: 'What training on true answers adds to training on permuted ones, and what permuted ones add to no training.',
    ...filled(trainingGains, [
      left('model', 'The model that predicts.', ({ base }) => names.cell(base)),
      left('about', 'The model whose answers it was trained on.', ({ target }) => names.cell(target)),
      right('item-specific [95 %]', 'Gain over the scramble arm.', ({ itemSpecific }) => quantityCell(itemSpecific)),
      right('form and base rate [95 %]', 'Gain of the scramble arm over no training.', ({ formatAndBaseRate }) =>
        quantityCell(formatAndBaseRate),
      ),
    ]),
  };
}
