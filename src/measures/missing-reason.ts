import type { Slot } from '../domain/call.ts';
import {
  type AuthoredOutcome,
  type CategoricalOutcome,
  isPresent,
  type Observed,
  type Outcome,
  type RankingOutcome,
  type Solve,
} from '../domain/outcome.ts';
import { assertNever } from '../util/assert-never.ts';
import { truthOf } from './categorical/categorical-truth.ts';
import { rankedTokens } from './ranking-tally.ts';

/** Why a unit does not count, as `slot: reason`; null where it does. */
export function missingReason(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'binary':
    case 'text':
      return forecastLoss(outcome.forecast) ?? noneOf(outcome.executions);
    case 'ranking':
      return forecastLoss(outcome.forecast) ?? rankingLoss(outcome);
    case 'authored':
      return authoredLoss(outcome);
    case 'categorical':
      return categoricalLoss(outcome);
    default:
      return assertNever(outcome);
  }
}

function forecastLoss(forecast: Observed<unknown>): string | null {
  return forecast.kind === 'absent' ? named(forecast) : null;
}

/** The first part's reason, where none is present. */
function noneOf(parts: readonly Observed<unknown>[]): string | null {
  return parts.some(isPresent) ? null : named(parts[0]);
}

function rankingLoss({ executions }: RankingOutcome): string | null {
  const complete = executions.some((solves) => solves.every(({ correct }) => isPresent(correct)));
  if (complete) {
    const isRanked = (solve: Solve) => isPresent(solve.correct) && rankedTokens(solve) !== null;
    const counted = executions.some((solves) => solves.every(isRanked));
    return counted ? null : 'execute: tokens not counted';
  }
  return named(executions[0]?.map(({ correct }) => correct).find((correct) => !isPresent(correct)));
}

function categoricalLoss(outcome: CategoricalOutcome): string | null {
  const truth = truthOf(outcome);
  const missing = noneOf(outcome.executions) ?? (truth.kind === 'unknown' ? 'execute: no-mode' : null);
  const [first] = outcome.predictions;
  return outcome.predictions.some(isPresent) ? missing : named(first, 'forecast');
}

function authoredLoss({ authored, attempts }: AuthoredOutcome): string | null {
  return authored.kind === 'absent' ? named(authored) : noneOf(attempts);
}

function named(part: Observed<unknown> | undefined, slot: Slot = 'execute'): string {
  return part?.kind === 'absent' ? `${part.slot}: ${part.reason}` : `${slot}: not-asked`;
}
