import type { Figure } from '../../report/figures/figure.ts';
import type { Quantity } from '../../results/quantity.ts';
import { resultWords } from '../../results/result-words.ts';
import type { StudyResult } from '../analyses/study-result.ts';
import type { StudyNames } from '../tables/cells.ts';
import { estimatePanels } from './estimate-panels.ts';
import { panelValues } from './panel-values.ts';

const series = ['direct', 'deliberate', resultWords.baseRate] as const;

/** Draws the accuracy of each arm in both modes: a panel for each predicted model. */
export function reasoningFigure(
  { arms }: NonNullable<StudyResult['reasoning']>,
  names: StudyNames,
  name: string,
): Figure {
  const title = 'With and without reasoning before the answer';
  const values = arms.flatMap(({ base, arm, target, direct, deliberate, constant }) => {
    const row = base === target ? arm : `${arm}, by ${names.label(base)}`;
    const at = (of: (typeof series)[number]) => ({ panel: `about ${names.label(target)}`, row, series: of });
    const tick: Quantity = { ...constant, interval: null };
    return [
      ...panelValues(at('direct'), direct),
      ...panelValues(at('deliberate'), deliberate),
      ...panelValues(at(resultWords.baseRate), tick),
    ];
  });
  if (values.length === 0) return { kind: 'absent', name, title, reason: 'no arm has enough readable predictions' };
  return {
    kind: 'drawn',
    name,
    title,
    caption:
      'Share of correct predictions, with 95 % intervals, where the prompt asks for the answer alone (direct) and where it allows reasoning first (deliberate). Tick: the base rate, which is the score of the most frequent value of other strings.',
    spec: estimatePanels({ values, series, tick: resultWords.baseRate, domain: [0, 1], xTitle: 'share correct' }),
  };
}
