import type { LlamaContextSequence, Token } from 'node-llama-cpp';

/**
 * Number of prompt tokens that are evaluated in one batch. The shape of a batch changes the last bits of the logits, so
 * this number is part of a model's identity: another number gives other answers.
 */
export const pieceTokens = 64;

/**
 * A sequence of a context that keeps the prompt evaluated last, so that another sample of this prompt, or a prompt with
 * the same beginning, evaluates only the rest. A prompt is always evaluated in pieces of `pieceTokens` and then its last
 * token alone, so that an answer does not depend on what was kept.
 */
export class GgufLane {
  readonly sequence: LlamaContextSequence;
  /** Prompt tokens in the context, without the last token of the prompt. Generated tokens are never kept. */
  #held: readonly Token[] = [];

  constructor(sequence: LlamaContextSequence) {
    this.sequence = sequence;
  }

  /** Returns the number of tokens of `prompt` that need no evaluation: all but the last, or whole pieces. */
  shared(prompt: readonly Token[]): number {
    const held = this.#held;
    const readable = prompt.length - 1;
    let common = 0;
    while (common < readable && common < held.length && prompt[common] === held[common]) common += 1;
    if (common === readable && common === held.length) return common;
    return common - (common % pieceTokens); // a shorter last piece has other bits
  }

  /**
   * Evaluates the prompt up to its last token and returns the number of tokens that were kept from the previous prompt.
   * After an abort or an error the lane keeps nothing.
   */
  async hold(prompt: readonly Token[], signal: AbortSignal): Promise<number> {
    const { sequence } = this;
    // Without a way to erase, the library would silently evaluate the kept part again, in one batch.
    const kept = sequence.needsCheckpoints ? 0 : this.shared(prompt);
    this.#held = [];
    if (kept === 0) await sequence.clearHistory();
    else if (kept < sequence.nextTokenIndex) {
      await sequence.eraseContextTokenRanges([{ start: kept, end: sequence.nextTokenIndex }]);
    }
    for (let start = kept; start < prompt.length - 1; start += pieceTokens) {
      signal.throwIfAborted();
      const piece = prompt.slice(start, Math.min(start + pieceTokens, prompt.length - 1));
      await sequence.evaluateWithoutGeneratingNewTokens(piece);
    }
    this.#held = prompt.slice(0, -1);
    return kept;
  }
}
