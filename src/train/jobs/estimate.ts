import { maxTokens as maxTextTokens } from '../../domain/usage.ts';
import type { TrainingPort } from '../hosts/port.ts';
import type { TrainingRow } from '../rows/row.ts';
import type { TrainingEstimate } from './job-event.ts';

/** Estimated characters per token without a tokenizer. */
const charactersPerToken = 3;

/** Epochs assumed when the host decides. */
const assumedEpochs = 3;

/**
 * Returns the maximum number of epochs that a host chooses for a number of rows. OpenAI's documented choice repeats a
 * small file until 100 rows were seen, at most 25 times; other hosts choose less.
 */
function maxAssumedEpochs(rows: number): number {
  return Math.max(assumedEpochs, Math.min(25, Math.ceil(100 / Math.max(1, rows))));
}

/** Estimates a job's trained tokens and cost. `price`: US dollars per million trained tokens; null when unknown. */
export function estimateTraining(
  rows: readonly Pick<TrainingRow, 'messages'>[],
  epochs: number | null,
  { price, port }: { readonly price: number | null; readonly port: Pick<TrainingPort, 'hosting' | 'isFree'> },
): TrainingEstimate {
  const times = epochs ?? assumedEpochs;
  const maxTimes = epochs ?? maxAssumedEpochs(rows.length);
  let characters = 0;
  let most = 0;
  for (const { messages } of rows) {
    for (const { content } of messages) {
      characters += content.length;
      most += maxTextTokens(content);
    }
  }
  const tokens = Math.ceil((characters / charactersPerToken) * times);
  const maxTokens = Math.max(tokens, Math.ceil(most * maxTimes));
  const dollars = (count: number) => (port.isFree ? 0 : price === null ? null : (count * price) / 1e6);
  const assumed =
    epochs === null ? `; the host chooses the number of epochs (assumed: ${assumedEpochs}, at most ${maxTimes})` : '';
  return {
    tokens,
    maxTokens,
    dollars: dollars(tokens),
    maxDollars: dollars(maxTokens),
    source: `characters / ${charactersPerToken}${assumed}; ${priceSource(port.isFree, price)}`,
    hosting: port.hosting,
  };
}

function priceSource(isFree: boolean, price: number | null): string {
  if (isFree) return 'no host charges for this job';
  return price === null ? 'price unknown' : `$${price} per million tokens, as given`;
}
