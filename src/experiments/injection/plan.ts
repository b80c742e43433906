import type { Call } from '../../domain/call.ts';
import type { OutputTokens } from '../../domain/injection.ts';
import type { Answers } from '../../domain/slot.ts';
import { seededRandom } from '../../util/random.ts';
import type { ItemContext } from '../experiment.ts';
import { withSystem } from '../kit/messages.ts';
import { sampleNumbers } from '../kit/observe.ts';
import { solvePrompt } from '../kit/solve-question.ts';
import type { InjectionItem } from './items.ts';
import { designOf, injectionOf, tokensBefore } from './noise.ts';
import { predictionPrompt } from './prompts.ts';

/** Tokens of an answer that came without any: of an estimate, or of a simulated subject. */
const noTokens: OutputTokens = { seed: 0, ids: [] };

/**
 * Plans one prediction and, for each execution, the uninterrupted answer (slot `base`); once it is there, the same answer
 * interrupted at the position of the insertion without one (slot `interrupted`), and with it (slot `inserted`).
 */
export function plan(
  { item, condition, samples, seed }: ItemContext<InjectionItem>,
  answers: Answers,
): readonly Call[] {
  const design = designOf(condition);
  const messages = withSystem(condition, solvePrompt(item));
  const prediction = withSystem(condition, predictionPrompt(item, condition));
  return [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...sampleNumbers(samples).flatMap((sample): readonly Call[] => {
      const asked = { part: '', sample, role: 'subject', messages } as const;
      const base: Call = { ...asked, slot: 'base', injection: { kind: 'none' } };
      const answer = answers.get('base', '', sample);
      if (answer.kind !== 'answered') return [base];
      const { tokens = noTokens } = answer;
      const random = seededRandom('injection', seed, item.id, sample);
      return [
        base,
        { ...asked, slot: 'interrupted', injection: { kind: 'interrupt', after: tokensBefore(tokens, design) } },
        { ...asked, slot: 'inserted', injection: injectionOf(item, design, { tokens, random }) },
      ];
    }),
  ];
}
