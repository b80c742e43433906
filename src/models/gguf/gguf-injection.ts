import type { LlamaModel, Token } from 'node-llama-cpp';
import type { Injection, Insertion } from '../../domain/injection.ts';
import { seededRandom } from '../../util/random.ts';
import type { ModelRequest } from '../language-model.ts';
import type { GgufLane } from './gguf-lane.ts';

/** Tokens that replace those that a sampler draws, from the first position on. */
export interface ForcedTokens {
  /** The tokens before the insertion, then the inserted ones. */
  readonly tokens: readonly Token[];
  /** Seed of the sampler. */
  readonly seed: number;
  /** The inserted tokens; null where none are. */
  readonly inserted: Pick<Insertion, 'at' | 'ids' | 'probabilities'> | null;
}

type Interrupting = Exclude<Injection, { readonly kind: 'none' }>;

/** Chooses the k-th inserted token, given the probability of every token at its position; null where there are no more. */
type Choose = (k: number, probabilities: ReadonlyMap<Token, number>) => Token | null;

const ordinary = new WeakMap<LlamaModel, readonly Token[]>();

/** Returns the tokens that stand for text: not special, not an end of the answer, not empty. In the order of their ids. */
export function ordinaryTokens(model: LlamaModel): readonly Token[] {
  const known = ordinary.get(model);
  if (known !== undefined) return known;
  const found = [...model.iterateAllTokens()].filter(
    (token) => !model.isSpecialToken(token) && !model.isEogToken(token) && model.detokenize([token]) !== '',
  );
  ordinary.set(model, found);
  return found;
}

function chooser(model: LlamaModel, { key }: Pick<ModelRequest, 'key'>, injection: Interrupting): Choose {
  switch (injection.kind) {
    case 'interrupt':
      return () => null;
    case 'own':
      return (k) => (injection.ids[k] as Token | undefined) ?? null;
    case 'text': {
      const tokens = model.tokenize(injection.text, false, 'trimLeadingSpace');
      return (k) => tokens[k] ?? null;
    }
    case 'random': {
      const random = seededRandom('inserted tokens', key);
      const tokens = ordinaryTokens(model);
      return (k) => (k < injection.count ? (tokens[Math.floor(random() * tokens.length)] ?? null) : null);
    }
    case 'least': {
      const tokens = ordinaryTokens(model);
      return (k, probabilities) => (k < injection.count ? leastOf(tokens, probabilities) : null);
    }
  }
}

/** Returns the first of the tokens with the smallest probability. */
function leastOf(tokens: readonly Token[], probabilities: ReadonlyMap<Token, number>): Token | null {
  let least: Token | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const token of tokens) {
    const probability = probabilities.get(token) ?? 0;
    if (probability >= smallest) continue;
    least = token;
    smallest = probability;
  }
  return least;
}

/** The model's own distribution: every sampler that changes it is off. */
const whole = { temperature: 1, topP: 1, topK: 0, minP: 0 } as const;

/**
 * Chooses the tokens that an injection inserts and returns all tokens up to the end of the insertion. Each is evaluated
 * alone, as in generation, because the shape of a batch changes the last bits of the probabilities.
 */
export async function forcedTokens(
  { model, lane }: { readonly model: LlamaModel; readonly lane: GgufLane },
  prompt: readonly Token[],
  request: Pick<ModelRequest, 'key' | 'signal'>,
  injection: Interrupting,
): Promise<ForcedTokens> {
  const before = injection.after.ids as readonly Token[];
  const { seed } = injection.after;
  if (injection.kind === 'interrupt') return { tokens: before, seed, inserted: null };
  const { sequence } = lane;
  await lane.hold(prompt, request.signal);
  const choose = chooser(model, request, injection);
  const unread = [...prompt.slice(-1), ...before];
  for (const token of unread.slice(0, -1)) {
    request.signal.throwIfAborted();
    await sequence.evaluateWithoutGeneratingNewTokens([token]);
  }
  const ids: Token[] = [];
  const probabilities: number[] = [];
  let last = unread.at(-1);
  while (last !== undefined) {
    request.signal.throwIfAborted();
    const [result] = await sequence.controlledEvaluate([
      [last, { generateNext: { probabilities: true, options: whole } }],
    ]);
    const distribution = result?.next.probabilities ?? new Map<Token, number>();
    const chosen = choose(ids.length, distribution);
    if (chosen === null) break;
    ids.push(chosen);
    probabilities.push(distribution.get(chosen) ?? 0);
    last = chosen;
  }
  return { tokens: [...before, ...ids], seed, inserted: { at: before.length, ids, probabilities } };
}
