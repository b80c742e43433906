import { type Finding, isMostlyMissing } from '../../domain/results/finding.ts';
import { resultWords } from '../../domain/results/result-words.ts';
import type { Results } from '../../domain/results/results.ts';
import { type VerdictWord, verdictTexts, verdictWords } from '../../domain/results/verdict-words.ts';
import type { Experiments } from '../../experiments/registry.ts';
import { wrapText } from '../../util/text.ts';
import { explanationOf } from '../tables/experiment-notes.ts';
import { levelText } from '../tables/finding-numbers.ts';
import { isMatrix } from './look-parts.ts';

/** What each verdict says, after its words. */
const meanings: Readonly<Record<VerdictWord, string>> = {
  'above-constant-and-others':
    'better than the best constant answer, than the item rule and than the behavior of the other models, and its prediction adds to what all models share.',
  'above-constant':
    'better than every constant answer on these items, and than the best of them chosen on other items. A model that only knows which answers are common is not above it.',
  'above-constant-below-rule':
    'better than the best constant answer, but worse than a rule that knows the item and not the model.',
  'not-above-tells-apart':
    'not better than the best constant answer, but right more often than the same predictions dealt to other items.',
  'not-distinguishable':
    'neither better nor worse than the best constant answer, as far as these items can tell. It does not show that the two are equal.',
  'below-constant-tells-apart':
    'worse than the best constant answer, but right more often than the same predictions dealt to other items.',
  'below-constant': 'worse than the best constant answer.',
  'one-value':
    'answers were kept to a form, and over 95 % of the predictions are one value: that score would be of a constant rule, so none is shown.',
  insufficient: 'fewer than 20 independent groups of items have a prediction and an outcome, so nothing is tested.',
};

/** Returns what every word and number of the first look means, for the findings that it shows. */
export function explainedLook(
  { findings, adjustedOver }: Results,
  { width, experiments }: { readonly width: number; readonly experiments: Experiments },
): string {
  const isShort = isMatrix(findings);
  const wrapped = (name: string, text: string) => wrapText(`${name}: ${text}`, width);
  const tasks = [...Map.groupBy(findings, ({ task }) => task).values()].flatMap(([first]) => first ?? []);
  const verdicts = verdictWords.filter((word) => findings.some(({ verdict }) => verdict === word));
  return [
    '== What the words and numbers above mean ==',
    ...tasks.flatMap(({ task, experiment }) =>
      wrapped(`${task} (--experiment ${experiment})`, explanationOf(experiments, experiment)),
    ),
    '',
    ...(isShort
      ? wrapped(`${resultWords.score}/${resultWords.bestConstantAnswer}`, `${score} After the slash: ${constant}`)
      : listWords(findings, wrapped)),
    ...wrapped(
      'adjusted over',
      `${adjustedOver}. Many tests find something by accident. They are adjusted together (Holm), so that at most 5 % of such selections have a verdict above without cause.`,
    ),
    ...wrapped('verdict', `what the tests of the ${isShort ? 'scores' : 'differences'} say:`),
    ...verdicts.flatMap((word) =>
      wrapped(
        isShort ? `${verdictTexts[word].mark} ${verdictTexts[word].short}` : verdictTexts[word].short,
        meanings[word],
      ),
    ),
    ...(findings.some(isMostlyMissing)
      ? wrapped('!', 'less than half of the units were asked and could be read, so the score is about those only.')
      : []),
    ...(findings.some(({ reason }) => reason !== null)
      ? wrapText(
          isShort
            ? 'A letter after a mark names its reason, listed below the table.'
            : 'A text in parentheses is the reason of the verdict above it.',
          width,
        )
      : []),
  ].join('\n');
}

const score = 'the score of the model’s predictions of itself, in the units of its task.';
const constant =
  'the score of the best constant answer (always yes, always no, one fixed order) on the same items: the number that the verdict is tested against.';

function listWords(
  findings: readonly Finding[],
  wrapped: (name: string, text: string) => readonly string[],
): readonly string[] {
  const level = levelText(findings[0]?.level ?? 0.95);
  const isOne = findings.length === 1;
  const lower = [...new Set(findings.filter(({ better }) => better === 'lower').map(({ task }) => task))];
  const turned =
    lower.length === 0
      ? ''
      : ` Where lower is better (${lower.join(', ')}), it is the best constant answer minus the score.`;
  return [
    ...wrapped(resultWords.score, score),
    ...wrapped(resultWords.bestConstant, constant),
    ...wrapped(
      'difference',
      `the score minus that of the best constant answer, on the same items.${turned} Above 0, the model is better. In brackets: its interval at ${level}${isOne ? '' : ', so that the intervals of all tests hold together in 95 % of such selections'}.`,
    ),
    ...wrapped('usable', 'the units with a readable prediction and outcome, of all units where some are missing.'),
  ];
}
