import { rubrics } from '../../src/domain/judging.ts';
import * as association from '../../src/experiments/association/prompts.ts';
import { reordered } from '../../src/experiments/common/messages.ts';
import * as difficulty from '../../src/experiments/difficulty/prompts.ts';
import * as restriction from '../../src/experiments/restriction/prompts.ts';
import * as stump from '../../src/experiments/stump/prompts.ts';
import * as verbatim from '../../src/experiments/verbatim/prompts.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { pick } from '../corpus/choose.ts';
import type { DocumentKind } from '../corpus/document.ts';
import { anyCondition } from '../corpus/forecast-conditions.ts';
import { isHeldOut } from '../corpus/held-out.ts';
import { responseOf } from '../corpus/judge-documents.ts';
import type { Sources } from '../corpus/sources.ts';
import type { Asked } from './form.ts';

type Slot = Exclude<DocumentKind, 'copying'>;
interface Probe extends Asked {
  readonly slot: Slot;
  readonly prompt: string;
  /** Letter of the right option, where there is one. */
  readonly key?: string;
}

type Ask = (sources: Sources, random: Random) => Omit<Probe, 'slot'>;

const asks: Record<Slot, Ask> = {
  'association/execute': ({ association: items }, random) => ({
    prompt: association.executePrompt(pick(items, random).target),
  }),
  'association/forecast': ({ association: items }, random) => {
    const item = pick(items, random);
    const condition = anyCondition(association.wordings, random);
    const options = reordered(item.options, condition.optionOrder);
    return { prompt: association.predictionPrompt(item, options, condition), options };
  },
  'restriction/execute': ({ restriction: items }, random) => ({ prompt: pick(items, random).prompt }),
  'restriction/forecast': ({ restriction: items }, random) => ({
    prompt: restriction.predictionPrompt(pick(items, random).prompt, anyCondition(restriction.wordings, random)),
  }),
  'restriction/judge': ({ restriction: items }, random) => {
    const item = pick(items, random);
    const rubric = pick(rubrics, random);
    const { statements } = restriction.rubricTexts[rubric];
    const { letter, verdict } = pick(statements, random);
    return {
      prompt: restriction.judgePrompt(item.prompt, responseOf(verdict, item, random), rubric),
      key: letter,
      choices: statements.map((statement) => statement.letter),
    };
  },
  'difficulty/execute': ({ difficulty: items }, random) => {
    const question = pick(pick(items, random).questions, random);
    return { prompt: difficulty.solvePrompt(question), key: question.key };
  },
  'difficulty/forecast': ({ difficulty: items }, random) => {
    const condition = anyCondition(difficulty.wordings, random);
    return {
      prompt: difficulty.rankPrompt(reordered(pick(items, random).questions, condition.optionOrder), condition),
    };
  },
  'verbatim/execute': ({ verbatim: items }, random) => ({ prompt: pick(items, random).inner }),
  'verbatim/forecast': ({ verbatim: items }, random) => ({
    prompt: verbatim.predictionPrompt(pick(items, random), anyCondition(verbatim.wordings, random)),
  }),
  'stump/author': ({ stump: items }, random) => ({
    prompt: stump.authorPrompt(pick(items, random), anyCondition(stump.wordings, random)),
  }),
  'stump/answer': ({ stump: items, association: cues }, random) => ({
    prompt: stump.answerPrompt({
      question: `Which word goes best with ${pick(items, random).topic}?`,
      options: [0, 1, 2, 3].map((index) => pick(cues, random).options[index % 3] ?? 'none'),
    }),
  }),
};
export const slots = Object.keys(asks) as Slot[]; // keys of a literal

/** Only items that training never saw in this combination, or only those that it saw. */
export function restrictTo(sources: Sources, heldOut: boolean): Sources {
  const keep = <Item extends { readonly id: string }>(items: readonly Item[]) =>
    items.filter(({ id }) => isHeldOut(id) === heldOut);
  return {
    ...sources,
    association: keep(sources.association),
    restriction: sources.restriction.filter(({ id, pair }) => isHeldOut(pair ?? id) === heldOut),
    difficulty: keep(sources.difficulty),
    verbatim: keep(sources.verbatim),
    stump: keep(sources.stump),
  };
}

export function probes(sources: Sources, slot: Slot, count: number, seed: string): Probe[] {
  const random = seededRandom('probe', slot, seed);
  return Array.from({ length: count }, () => ({ slot, ...asks[slot](sources, random) }));
}
