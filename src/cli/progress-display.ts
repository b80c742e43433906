import type { EndpointState } from '../domain/endpoint-record.ts';
import { type Progress, rate, secondsLeft } from '../execute/progress.ts';
import { replaceLine, tell } from '../util/terminal.ts';
import { dollars, duration } from '../util/text.ts';

const quietEveryMs = 1000;
/** Shorter waits come and go too quickly to be read. */
const leastWaitMs = 1000;

/** How many calls go out at once, and why none does where that is so. A limit that is fixed is the user's own. */
function endpointParts(endpoints: readonly EndpointState[]): readonly string[] {
  return endpoints.flatMap(({ endpoint, mode, limit, waiting }) => {
    const name = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
    if (waiting?.why === 'unreachable') {
      const seconds = `${duration(waiting.ms / 1000)}, given up in ${duration(waiting.givenUpInMs / 1000)}`;
      return [`${name} cannot be reached, next try in ${seconds}`];
    }
    if (waiting !== null && waiting.ms >= leastWaitMs) {
      const why = waiting.why === 'paused' ? 'paused' : 'at its rate limit';
      return [`${name} ${why}, next call in ${duration(waiting.ms / 1000)}`];
    }
    return mode === 'adaptive' ? [`${Math.ceil(limit)} at once`] : [];
  });
}

function line(progress: Progress, finished = false): string {
  const { found, answered, failed, retries, truncated, unpriced } = progress;
  const done = found + answered + failed;
  const expected = finished ? done : progress.expected;
  const share = expected === 0 ? 100 : Math.floor((100 * done) / expected);
  const parts = [`${done}/${expected} calls (${share} %)`];
  if (expected < progress.expected) parts.push(`${progress.expected - expected} more were not needed`);
  if (found > 0) parts.push(`${found} already answered`);
  const perSecond = rate(progress);
  if (perSecond !== null) parts.push(`${perSecond.toFixed(1)}/s`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (retries > 0) parts.push(`${retries} retries (${Object.keys(progress.retriesBy).join(', ')})`);
  parts.push(...endpointParts(progress.endpoints));
  if (truncated > 0) parts.push(`${truncated} truncated`);
  if (progress.dollars > 0 || unpriced > 0) {
    const known = progress.dollars > 0 ? [dollars(progress.dollars)] : [];
    parts.push([...known, ...(unpriced > 0 ? [`${unpriced} of unknown price`] : [])].join(' + '));
  }
  return parts.join(', ');
}

/** The line of a sitting that goes on. */
function lineWithTime(progress: Progress): string {
  const { expected, found, answered, failed } = progress;
  const left = found + answered + failed < expected ? secondsLeft(progress) : null;
  return left === null ? line(progress) : `${line(progress)}, about ${duration(left)} left`;
}

/** One line that changes in place on a terminal; a line a second, where it changed, elsewhere. All on stderr. */
export function progressDisplay(stream: NodeJS.WriteStream = process.stderr): {
  show: (progress: Progress) => void;
  /** `finished`: every call that was needed has an answer. */
  end: (progress: Progress, finished: boolean) => void;
} {
  let last = '';
  let lastAt = -Infinity; // the first line is printed at once
  return {
    show(progress) {
      const text = lineWithTime(progress);
      if (text === last) return;
      if (stream.isTTY) replaceLine(text, stream);
      else if (performance.now() - lastAt >= quietEveryMs) tell(`${text}\n`, stream);
      else return;
      last = text;
      lastAt = performance.now();
    },
    end(progress, finished) {
      const text = line(progress, finished);
      if (stream.isTTY) {
        replaceLine('', stream);
        tell(`${text}\n`, stream);
      } else if (text !== last) tell(`${text}\n`, stream);
    },
  };
}
