import type { EndpointRecord, LimitPoint } from '../../domain/endpoint-record.ts';
import type { RunRecord } from '../../store/store.ts';
import { duration } from '../../util/numbers.ts';

const mostPoints = 12;
const reasons: Readonly<Record<LimitPoint['why'], string>> = {
  start: '',
  grew: '',
  refused: ', refused',
  strained: ', timed out or lost',
  paused: ', paused',
};

function counts({ attempts, mostInFlight, refused, strained, pausedMs }: Omit<EndpointRecord, 'history'>): string {
  return [
    `${attempts} attempts`,
    `at most ${mostInFlight} in flight`,
    ...(refused === 0 ? [] : [`${refused} rejected by rate limits`]),
    ...(strained === 0 ? [] : [`${strained} timed out or lost`]),
    ...(pausedMs < 1000 ? [] : [`paused for ${duration(pausedMs / 1000)}`]),
  ].join(', ');
}

/** Returns the limit over time, thinned evenly to a dozen points. */
function historyText(history: readonly LimitPoint[]): string {
  const step = Math.max(1, (history.length - 1) / (mostPoints - 1));
  const shown = new Set(Array.from({ length: mostPoints }, (_, index) => Math.round(index * step)));
  return history
    .filter((_, index) => shown.has(index))
    .map(({ atMs, limit, why }) => `${limit} at ${(atMs / 1000).toFixed(1)} s${reasons[why]}`)
    .join('; ');
}

/** Returns a sentence about how one endpoint handled the calls of one execution. */
export function endpointFact(record: EndpointRecord): string {
  const { startedAt, endpoint, mode, ceiling, history } = record;
  const limit =
    mode === 'fixed'
      ? `limit fixed at ${ceiling} in flight`
      : `adaptive limit, at most ${ceiling} in flight: ${historyText(history)}`;
  return `${endpoint}, from ${startedAt}: ${counts(record)}; ${limit}`;
}

/** Returns one line for each endpoint with an adaptive limit, over all executions of the runs. */
export function endpointLines(runs: readonly Pick<RunRecord, 'endpoints'>[]): readonly string[] {
  const sums = new Map<string, EndpointRecord>();
  for (const record of runs.flatMap(({ endpoints }) => endpoints)) {
    if (record.mode === 'fixed') continue;
    const before = sums.get(record.endpoint);
    sums.set(record.endpoint, before === undefined ? record : added(before, record));
  }
  return [...sums.values()].map((record) => {
    const last = record.history.at(-1)?.limit ?? record.ceiling;
    return `${record.endpoint}: ${counts(record)}; limit ${last} of ${record.ceiling} at the end`;
  });
}

function added(before: EndpointRecord, record: EndpointRecord): EndpointRecord {
  return {
    ...record,
    attempts: before.attempts + record.attempts,
    refused: before.refused + record.refused,
    strained: before.strained + record.strained,
    pausedMs: before.pausedMs + record.pausedMs,
    mostInFlight: Math.max(before.mostInFlight, record.mostInFlight),
  };
}
