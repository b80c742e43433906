import { maxTokens as maxTextTokens } from '../../domain/price.ts';
import type { TrainingPort } from '../ports/port.ts';
import type { TrainingRow } from '../rows/row.ts';
import type { TrainingEstimate } from './job-event.ts';

/** Characters per token where no tokenizer is available. */
const charactersPerToken = 3;

/** Epochs that are assumed for an upper bound when the host decides: hosts choose up to 3 for small files. */
const assumedEpochs = 3;

/** Estimates trained tokens and money of a job. `price`: US dollars for a million trained tokens; null when unknown. */
export function estimateTraining(
  rows: readonly Pick<TrainingRow, 'messages'>[],
  epochs: number | null,
  { price, port }: { readonly price: number | null; readonly port: Pick<TrainingPort, 'hosting' | 'isFree'> },
): TrainingEstimate {
  const times = epochs ?? assumedEpochs;
  let characters = 0;
  let most = 0;
  for (const { messages } of rows) {
    for (const { content } of messages) {
      characters += content.length;
      most += maxTextTokens(content);
    }
  }
  const tokens = Math.ceil((characters / charactersPerToken) * times);
  const maxTokens = Math.max(tokens, Math.ceil(most * times));
  const dollars = (count: number) => (port.isFree ? 0 : price === null ? null : (count * price) / 1e6);
  const assumed = epochs === null ? `; the host decides the epochs, ${assumedEpochs} are assumed` : '';
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
  if (isFree) return 'nothing is charged by a host';
  return price === null ? 'price unknown' : `$${price} for a million tokens, as given`;
}
