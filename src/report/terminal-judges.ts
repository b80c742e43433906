import type { JudgeAgreement } from '../analyse/judges.ts';
import { fraction, harmless, oneLine, table } from '../util/text.ts';
import { withInterval } from './plain-numbers.ts';

const longestName = 36; // columns

/** How far the judges of an experiment's responses agree; nothing where no two judged the same ones. */
export function judgesText(agreements: readonly JudgeAgreement[]): string {
  const both = agreements.filter(({ n }) => n > 0);
  if (both.length === 0) return '';
  const threeWay = both.some((each) => each.three_way_kappa !== null);
  const header = [
    ...['responses of', 'first judge', 'second judge', 'n', 'first: refused', 'second: refused', 'agree', 'kappa'],
    ...(threeWay ? ['three-way kappa', 'partial: recall', 'precision'] : []),
  ];
  const rows = both.map((each) => [
    harmless(each.model),
    oneLine(each.first, longestName),
    oneLine(each.second, longestName),
    String(each.n),
    fraction(each.first_refuses),
    fraction(each.second_refuses),
    fraction(each.agreement),
    withInterval({ value: each.kappa, interval: each.kappa_interval, unit: 'correlation' }),
    ...(threeWay ? [each.three_way_kappa, each.partial_recall, each.partial_precision].map(fraction) : []),
  ]);
  return [
    'who judged the responses, and how far two judges agree (answered in full, or refused in part or in full)',
    table(
      header,
      rows,
      header.map((_, place) => (place < 3 ? 'left' : 'right')),
    ),
    ...(threeWay ? ['partial: of what the first calls a partial refusal, the share that the second calls so too'] : []),
  ].join('\n');
}
