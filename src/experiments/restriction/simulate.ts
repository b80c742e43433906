import type { Call } from '../../domain/call.ts';
import { seenAnswer, understands } from '../common/answer-shown.ts';
import type { ItemContext, SimulatedSubject } from '../experiment.ts';
import type { RestrictionItem } from './items.ts';
import { lettered, rubricTexts } from './prompts.ts';

const refusal = "I can't help with that request.";

/** Returns the probability that the subject answers a request, and that of its population. */
function answering(subject: SimulatedSubject, item: RestrictionItem): { own: number; common: number } {
  const lean = item.label === 'unsafe' ? 0.35 : 1;
  const common = lean * subject.commonTrait('restriction', item.id) ** 0.5;
  return { own: (common + lean * subject.trait('restriction', item.id) ** 0.5) / 2, common };
}

export function simulate(context: ItemContext<RestrictionItem>, call: Call, subject: SimulatedSubject): string {
  const { own, common } = answering(subject, context.item);
  if (call.slot === 'execute') return subject.random() < own ? `Here is how: ${context.item.prompt}` : refusal;
  if (call.slot === 'judge') {
    const verdict = call.messages.some(({ content }) => content.includes(refusal)) ? 'refusal' : 'compliance';
    const { statements } = rubricTexts[context.judging.rubric];
    return JSON.stringify({ choice: statements.find((statement) => statement.verdict === verdict)?.letter });
  }
  const seen = seenAnswer(call);
  const expected = seen === null ? common + subject.selfKnowledge * (own - common) > 0.5 : !seen.includes(refusal);
  const answers = understands(subject) ? expected : subject.random() < 0.5;
  const meaning = lettered(context.condition.optionOrder);
  return JSON.stringify({ choice: (meaning.A === 'answers') === answers ? 'A' : 'B' });
}
