import {
  type AuthoredOutcome,
  isPresent,
  type Outcome,
  type Part,
  type RankingOutcome,
  type Solve,
} from '../score/outcome.ts';
import { assertNever } from '../util/assert-never.ts';
import { rankedTokens } from './ranking-tally.ts';

/** Why a unit does not count, as `slot: reason`; null where it does. */
export function lossOf(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'binary':
    case 'text':
      return forecastLoss(outcome.forecast) ?? noneOf(outcome.executions);
    case 'ranking':
      return forecastLoss(outcome.forecast) ?? rankingLoss(outcome);
    case 'authored':
      return authoredLoss(outcome);
    default:
      return assertNever(outcome);
  }
}

function forecastLoss(forecast: Part<unknown>): string | null {
  return forecast.kind === 'absent' ? named(forecast) : null;
}

/** The first part's reason, where none is present. */
function noneOf(parts: readonly Part<unknown>[]): string | null {
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

function authoredLoss({ authored, attempts }: AuthoredOutcome): string | null {
  return authored.kind === 'absent' ? named(authored) : noneOf(attempts);
}

function named(part: Part<unknown> | undefined): string {
  return part?.kind === 'absent' ? `${part.slot}: ${part.reason}` : 'execute: not-asked';
}
