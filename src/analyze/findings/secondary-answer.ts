import type { LadderFinding } from '../../results/ladder.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';

/** What a selection without verdicts may have found. */
interface Secondary {
  readonly ladders?: readonly LadderFinding[];
  readonly tools?: readonly ToolFinding[];
}

/** Returns sentences about ladders and the self-execution tool, from their 95 % intervals and adjusted tests; null for neither. */
export function secondaryAnswer({ ladders = [], tools = [] }: Secondary): string | null {
  const sentences = [
    ...(ladders.length === 0 ? [] : [ladderSentence(ladders)]),
    ...(tools.length === 0 ? [] : [toolSentence(tools)]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function ladderSentence(ladders: readonly LadderFinding[]): string {
  const reached = ladders.filter(({ notAboveFrom }) => notAboveFrom === null).length;
  const models = new Set(ladders.map(({ model }) => model)).size;
  const axes = new Set(ladders.map(({ axis }) => axis)).size;
  const of = `${ladders.length} curves (${countText(models, 'model')} × ${countText(axes, 'axis', 'axes')})`;
  const verb = reached === 1 ? 'is' : 'are';
  return `${reached} of ${of} ${verb} above the best constant answer at the hardest rung.`;
}

function toolSentence(tools: readonly ToolFinding[]): string {
  const known = tools.flatMap(({ interval }) => (interval === null ? [] : [interval]));
  const [better, worse] = [known.filter(([low]) => low > 0).length, known.filter(([, high]) => high < 0).length];
  const rest = [
    [known.length - better - worse, 'not distinguishable from no effect in'],
    [tools.length - known.length, 'not measured in'],
  ] as const;
  const parts = [
    `Running itself helps in ${better} of ${countText(tools.length, 'condition')} and hurts in ${worse}`,
    ...rest.filter(([count]) => count > 0).map(([count, text]) => `${text} ${count}`),
  ];
  return `${parts.join('; ')} (95 % intervals, not adjusted).`;
}

function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
