import type {
  RecordedAccuracy,
  RecordedConfidence,
  RecordedReport,
} from '../../analyze/recordings/report-recordings.ts';
import type { Asked } from '../../domain/asked.ts';
import type { RecordedLog } from '../../recordings/recording.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine, shortenMiddle, table, wrapText } from '../../util/text.ts';
import { reasonWords } from './recordings-look.ts';

const nameWidth = 32;
/** Maximum number of possible wrong keys that are printed. */
const maxKeys = 10;

const percent = (share: number | null) => (share === null ? 'n/a' : `${(100 * share).toFixed(1)} %`);
const decimals = (value: number | null) => (value === null ? 'n/a' : value.toFixed(3));

/** When a confidence can be used. */
const askedText = {
  before: 'stated before the answer',
  'with-answer': 'stated with the answer: it cannot be used before answering',
  'after-answer': 'stated after the answer: it cannot be used before answering',
} as const satisfies Record<Asked, string>;

/** Returns the report of logs as text: accuracies, what confidences are worth, items whose key may be wrong. */
export function reportedLogs(report: RecordedReport, recordings: readonly RecordedLog[], width: number): string {
  const { accuracies, confidences, unread, notes } = report;
  const isGraded = accuracies.some(({ kind }) => kind === 'graded');
  const tasks = [...new Set(recordings.map(({ task }) => task).filter((task) => task !== ''))].join(', ');
  const formats = [...new Set(recordings.map(({ format }) => format))].join(' and ');
  const facts = [
    ...accuracies.flatMap((each) => accuracyFacts(each, formats)),
    ...groupFacts(accuracies),
    ...(isGraded
      ? ['a graded score is shown as a share of its range; stated confidence needs right or wrong: --threshold VALUE']
      : []),
    ...unread.map(({ score, reason, advice }) => `${score} is not shown: ${reason}; ${advice}`),
    ...notes,
  ];
  return [
    ...wrapText(
      `${isGraded ? 'How good are the answers?' : 'How often are the answers right?'} ${tasks === '' ? '' : `${tasks} `}(${formats})`,
      width,
    ),
    '',
    accuracyTable(accuracies),
    ...(facts.length === 0 ? [] : ['']),
    ...facts.flatMap((fact) => wrapText(`- ${fact}`, width)),
    ...(confidences.length === 0 ? [] : ['', ...confidenceLines(confidences, width)]),
    ...['', ...keyLines(report, width)],
  ].join('\n');
}

function accuracyTable(accuracies: readonly RecordedAccuracy[]): string {
  const rows = [...Map.groupBy(accuracies, ({ score }) => score)].flatMap(([score, own]) => [
    [oneLine(titleOf(score, own), nameWidth + 16), '', '', '', ''],
    ...own.map(({ model, items, accuracy, interval, answered }) => [
      `  ${shortenMiddle(model, nameWidth)}`,
      items.toLocaleString('en'),
      percent(accuracy),
      interval === null ? 'n/a' : `${percent(interval[0])} to ${percent(interval[1])}`,
      answered === accuracy ? '' : percent(answered),
    ]),
  ]);
  const isGraded = accuracies.some(({ kind }) => kind === 'graded');
  return table(['', 'items', isGraded ? 'score' : 'right', '95 %', 'answered'], rows, [
    'left',
    'right',
    'right',
    'right',
    'right',
  ]);
}

/** Returns the name of a score, with the range of its grades. */
function titleOf(score: string, accuracies: readonly RecordedAccuracy[]): string {
  const graded = accuracies.find(({ kind }) => kind === 'graded');
  return graded === undefined ? score : `${score} (graded, ${graded.range[0]} to ${graded.range[1]})`;
}

function accuracyFacts(
  { score, model, executions, missing, tool, accuracy }: RecordedAccuracy,
  formats: string,
): readonly string[] {
  const lost = missing.map(
    ({ reason, executions: n, counted: asWrong }) =>
      `${n} of ${counted(executions, 'execution')} ${reasonWords[reason]}, ${asWrong ? 'counted as wrong' : 'not counted'}`,
  );
  const differs = tool !== null && accuracy !== null && Math.abs(tool.accuracy - accuracy) > 1e-9;
  return [
    ...(lost.length === 0 ? [] : [`${model}, ${score}: ${lost.join('; ')} (as in ${formats})`]),
    ...(differs ? [`${model}, ${score}: ${formats} itself states ${percent(tool.accuracy)}`] : []),
  ];
}

/** Returns why intervals differ from the standard errors that a tool states: it takes dependent items for independent. */
function groupFacts(accuracies: readonly RecordedAccuracy[]): readonly string[] {
  const grouped = accuracies.filter(({ groups, items }) => groups < items);
  const [first] = grouped;
  if (first === undefined) return [];
  const stated = grouped.some(({ tool }) => (tool?.stderr ?? null) !== null);
  const than = stated ? '; the standard errors that the tool states take them for independent' : '';
  return [
    `items of one group are dependent: ${counted(first.items, 'item')} count as ${counted(first.groups, 'group')}${than}`,
  ];
}

function confidenceLines(confidences: readonly RecordedConfidence[], width: number): readonly string[] {
  const rows = confidences.map(({ model, score, n, mean, right, brier, brierOfConstant, auroc }) => [
    shortenMiddle(confidences.some((other) => other.score !== score) ? `${model}, ${score}` : model, nameWidth),
    n.toLocaleString('en'),
    ...[percent(mean), percent(right), decimals(brier), decimals(brierOfConstant), decimals(auroc)],
  ]);
  const asked = [...new Set(confidences.map((each) => each.asked))].flatMap((level) =>
    level === 'never' ? [] : [askedText[level]],
  );
  const absent = confidences.flatMap(({ model, absent: own }) =>
    Object.entries(own).flatMap(([reason, n]) => (n === 0 ? [] : [`${model}: ${n} confidences absent (${reason})`])),
  );
  return [
    ...wrapText(`Does the stated confidence fit? It is ${asked.join(', ')}.`, width),
    '',
    table(['', 'n', 'stated', 'right', 'Brier', 'constant', 'AUROC'], rows, [
      'left',
      'right',
      'right',
      'right',
      'right',
      'right',
      'right',
    ]),
    ...wrapText(
      'Brier: squared error, 0 is best; constant: Brier of always stating the share of right answers; AUROC: 0.5 by chance, equal values are ties',
      width,
    ),
    ...absent.flatMap((fact) => wrapText(`- ${fact}`, width)),
  ];
}

function keyLines({ possibleWrongKeys: keys }: RecordedReport, width: number): readonly string[] {
  if (keys === null)
    return wrapText(
      'Possible wrong keys: not looked for; it needs five models of three makers on the same items.',
      width,
    );
  if (keys.length === 0)
    return wrapText('Possible wrong keys: none (items on which 80 % of the models agree on another answer).', width);
  return [
    ...wrapText(
      `Possible wrong keys: on ${counted(keys.length, 'item')} 80 % of the models agree on another answer than the key. No item is left out.`,
      width,
    ),
    ...keys
      .slice(0, maxKeys)
      .map(({ item, text, key, answer, agree, of }) =>
        oneLine(
          `  ${oneLine(item, 20)}: key ${oneLine(key, 12)}, ${agree} of ${of} say ${oneLine(answer, 12)}  ${text}`,
          width,
        ),
      ),
    ...(keys.length > maxKeys ? [`  and ${keys.length - maxKeys} more (--json)`] : []),
  ];
}
