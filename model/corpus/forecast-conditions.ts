import { type Condition, paperCondition } from '../../src/domain/condition.ts';
import type { Random } from '../../src/util/random.ts';
import { pick } from './choose.ts';

/** Any wording, order and mode: a model must answer all that the experiments ship. */
export function anyCondition(wordings: readonly string[], random: Random): Condition {
  return {
    ...paperCondition,
    wording: pick(wordings, random),
    optionOrder: random() < 0.5 ? 'given' : 'reversed',
    mode: random() < 0.5 ? 'direct' : 'deliberate',
  };
}

/** In the deliberate mode a thought comes first; in the direct mode the JSON stands alone. */
export function withThought(condition: Condition, thought: string, value: unknown): string {
  const json = JSON.stringify(value);
  return condition.mode === 'deliberate' ? `${thought} ${json}` : json;
}

/** The form of an association forecast: in the deliberate mode the words that will be named, then true or false for each. */
export function associationAnswer(
  condition: Condition,
  options: readonly string[],
  named: ReadonlySet<string>,
): string {
  const expected = options.filter((option) => named.has(option));
  const thought = expected.length === 0 ? 'I would name none of them.' : `I would name ${expected.join(', ')}.`;
  return withThought(condition, thought, Object.fromEntries(options.map((option) => [option, named.has(option)])));
}
