import type { Call, Message } from '../../domain/call.ts';
import type { Injection, OutputTokens } from '../../domain/injection.ts';
import type { Answers, SlotState } from '../../domain/slot.ts';
import { seededRandom } from '../../util/random.ts';
import { withSystem } from '../common/messages.ts';
import { solvePrompt } from '../common/solve-question.ts';
import type { ItemContext } from '../experiment.ts';
import type { InjectionItem } from './items.ts';
import { type Design, designOf, distanceOf, injectionOf, insertedText, tokensBefore } from './noise.ts';

/** Returns the beginning of a text up to a space at or after a position, or else the last space before it; '' without one. */
export function beforeWord(text: string, position: number): string {
  const at = Math.round(position);
  const next = text.slice(at).search(/\s\S/);
  if (next >= 0) return text.slice(0, at + next).trimEnd();
  const last = /\s(?=\S*\s*$)/.exec(text.trimEnd())?.index ?? 0;
  return text.slice(0, last).trimEnd();
}

/** Returns the next words of a text, with the spaces before them. */
export function nextWords(text: string, count: number): string {
  return (text.match(/\s*\S+/g) ?? []).slice(0, count).join('');
}

/** Tokens of an answer that came without any: of an estimate, or of a simulated subject. */
const noTokens: OutputTokens = { seed: 0, ids: [] };

/** A call with its answer. The answer has the whole text, also where the model wrote only the rest of it. */
interface AnswerStep {
  readonly call: Call;
  readonly answer: SlotState;
}

/** The answers of one execution. */
export interface InjectedExecution {
  readonly base: AnswerStep;
  /** Interrupted at the position of the first insertion; null while there is no uninterrupted answer. */
  readonly interrupted: AnswerStep | null;
  /** After each insertion in turn, as far as planned: each goes on from the answer before it. */
  readonly inserted: readonly AnswerStep[];
}

type Context = Pick<ItemContext<InjectionItem>, 'item' | 'condition' | 'seed'>;
type Slot = 'base' | 'interrupted' | 'inserted';

/** Everything that the steps of one execution share. */
interface Place {
  readonly context: Context;
  readonly design: Design;
  readonly sample: number;
  readonly answers: Answers;
}

/** Returns the calls of one execution with their answers, given the answers so far. */
export function executionOf(context: Context, sample: number, answers: Answers): InjectedExecution {
  const place: Place = { context, design: designOf(context.condition), sample, answers };
  return place.design.isText ? textExecution(place) : tokenExecution(place);
}

/** Returns a step whose answer is the whole text. */
function stepOf(
  { context: { item, condition }, sample, answers }: Place,
  { slot, part = '', begun = '', injection }: StepPlace,
): AnswerStep {
  const asked = withSystem(condition, solvePrompt(item));
  const messages: readonly Message[] = begun === '' ? asked : [...asked, { role: 'assistant', content: begun }];
  const call: Call = {
    slot,
    part,
    sample,
    role: 'subject',
    messages,
    ...(injection === undefined ? {} : { injection }),
  };
  return { call, answer: answers.get(slot, part, sample) };
}

interface StepPlace {
  readonly slot: Slot;
  readonly part?: string;
  /** Beginning of the answer that the request ends with; absent: none. */
  readonly begun?: string;
  readonly injection?: Injection;
}

/** Returns the part of the k-th insertion (from 0) into an answer. */
function partOf(k: number): string {
  return k === 0 ? '' : String(k + 1);
}

/** Returns the number (from 0) of the insertion of a call. */
export function numberOf({ part }: Pick<Call, 'part'>): number {
  return part === '' ? 0 : Number(part) - 1;
}

function drawOf({ context: { item, seed }, sample }: Place, k: number) {
  const first = () => seededRandom('injection', seed, item.id, sample);
  return { random: k === 0 ? first() : seededRandom('injection', seed, item.id, sample, k), statement: first() };
}

function tokenExecution(place: Place): InjectedExecution {
  const { context, design } = place;
  const base = stepOf(place, { slot: 'base', injection: { kind: 'none' } });
  if (base.answer.kind !== 'answered') return { base, interrupted: null, inserted: [] };
  const { tokens = noTokens } = base.answer;
  const first = tokensBefore(tokens, design);
  const inserted: AnswerStep[] = [];
  let after: OutputTokens | null = first;
  for (let k = 0; k < design.times && after !== null; k += 1) {
    const injection = injectionOf(context.item, design, { tokens, after, draw: drawOf(place, k) });
    const step = stepOf(place, { slot: 'inserted', part: partOf(k), injection });
    inserted.push(step);
    after = tokensBeforeNext(step.answer, distanceOf(tokens.ids.length, design));
  }
  const injection: Injection = { kind: 'interrupt', after: first };
  return { base, interrupted: stepOf(place, { slot: 'interrupted', injection }), inserted };
}

/** Returns the tokens before the next insertion; null where the model ends its answer before it. */
function tokensBeforeNext(answer: SlotState, distance: number): OutputTokens | null {
  if (answer.kind !== 'answered') return null;
  const { tokens = noTokens, inserted } = answer;
  if (inserted === undefined) return tokens; // a simulated answer
  const from = inserted.at + inserted.ids.length;
  const at = Math.min(tokens.ids.length - 1, from + distance);
  return at <= from ? null : { seed: tokens.seed, ids: tokens.ids.slice(0, at) };
}

function textExecution(place: Place): InjectedExecution {
  const { design } = place;
  const base = stepOf(place, { slot: 'base' });
  if (base.answer.kind !== 'answered') return { base, interrupted: null, inserted: [] };
  const { text } = base.answer;
  const first = beforeWord(text, (text.length * design.position) / 100);
  const inserted: AnswerStep[] = [];
  let before: string | null = first;
  for (let k = 0; k < design.times && before !== null; k += 1) {
    const noise = textOf(place, { k, rest: text.slice(before.length) });
    const step = begunStep(place, { slot: 'inserted', part: partOf(k) }, [before, noise]);
    inserted.push(step);
    before = textBeforeNext(step.answer, before.length + noise.length, distanceOf(text.length, design));
  }
  return { base, interrupted: begunStep(place, { slot: 'interrupted' }, [first, '']), inserted };
}

/** Returns the text that the k-th insertion inserts; `rest` is what the model wrote next. */
function textOf(place: Place, { k, rest }: { readonly k: number; readonly rest: string }): string {
  const { design, context } = place;
  const { noise, count } = design;
  if (noise === 'own') return nextWords(rest, count);
  return insertedText(context.item, { noise: noise === 'statement' ? noise : 'word', count }, drawOf(place, k));
}

/** Returns a step of an answer that begins with a text and an insertion. */
function begunStep(place: Place, where: StepPlace, [before, noise]: readonly [string, string]): AnswerStep {
  const { call, answer } = stepOf(place, { ...where, begun: before + noise });
  if (answer.kind !== 'answered' && answer.kind !== 'truncated') return { call, answer };
  const inserted = { at: 0, ids: [], text: noise, probabilities: [], start: before.length };
  const whole = { ...answer, text: before + noise + answer.text };
  return { call, answer: noise === '' ? whole : { ...whole, inserted } };
}

/** Returns the text before the next insertion; null where the model ends its answer before it. */
function textBeforeNext(answer: SlotState, from: number, distance: number): string | null {
  if (answer.kind !== 'answered') return null;
  const before = beforeWord(answer.text, from + distance);
  return before.length <= from ? null : before;
}
