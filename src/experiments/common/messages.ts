import type { Message } from '../../domain/call.ts';
import type { Condition } from '../../domain/condition.ts';

/** Returns the first messages of a session: the condition's system prompt, if any, and one user message. */
export function withSystem({ system }: Pick<Condition, 'system'>, content: string): readonly Message[] {
  const user: Message = { role: 'user', content };
  return system === null ? [user] : [{ role: 'system', content: system }, user];
}

export function reordered<T>(values: readonly T[], order: Condition['optionOrder']): readonly T[] {
  return order === 'given' ? values : values.toReversed();
}
