import { type Progress, rate, secondsLeft } from '../../answers/live/progress.ts';
import { counted, dollars, duration } from '../../util/numbers.ts';
import { replaceLine, tell } from '../../util/terminal.ts';

/** Where lines stay, one is printed per tenth of the calls, and per minute. */
const quietParts = 10;
const quietEveryMs = 60_000;
/** Minimum wait that is shown; shorter ones disappear too quickly to be read. */
const minWaitMs = 1000;

/** Returns a wait in whole seconds, at least 1: a wait of "0 s" would read as none. */
function secondsText(ms: number): string {
  return duration(Math.max(1, Math.ceil(ms / 1000)));
}

function nextTry({ ms, givenUpInMs }: { readonly ms: number; readonly givenUpInMs: number | null }): string {
  const end = givenUpInMs === null ? '' : `, giving up in ${secondsText(givenUpInMs)}`;
  return `next try in ${secondsText(ms)}${end}`;
}

/** How many calls are sent at once, or why none is. A fixed limit is the user's, and before an answer it is a guess. */
function endpointParts({ endpoints, answered }: Progress): readonly string[] {
  return endpoints.flatMap(({ endpoint, mode, limit, waiting }) => {
    const name = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
    if (waiting?.why === 'unreachable') return [`${name} cannot be reached, ${nextTry(waiting)}`];
    if (waiting?.why === 'erring') return [`${name} replies with errors alone, ${nextTry(waiting)}`];
    if (waiting !== null && waiting.ms >= minWaitMs) {
      if (waiting.why === 'paused') return [`${name} refuses calls for now, ${nextTry(waiting)}`];
      return [`${name} at its rate limit, next call in ${duration(waiting.ms / 1000)}`];
    }
    const which = endpoints.length > 1 ? `${name} ` : '';
    return mode === 'adaptive' && answered > 0 ? [`${which}${Math.ceil(limit)} at once`] : [];
  });
}

/** What a run's progress line shows beside the counts. */
interface DisplayOptions {
  /** Whether answers of unknown price are counted; those of the user's own server are free. */
  readonly countUnpriced: boolean;
}

function line(progress: Progress, { countUnpriced }: DisplayOptions, ended: 'no' | 'finished' | 'unfinished'): string {
  const { found, answered, failed, retries, truncated } = progress;
  const unpriced = countUnpriced ? progress.unpriced : 0;
  const done = found + answered + failed;
  const expected = ended === 'finished' ? done : progress.expected;
  const share = expected === 0 ? 100 : Math.floor((100 * done) / expected);
  const parts = [`${done}/${expected} calls (${share} %)`];
  if (expected < progress.expected) parts.push(`${progress.expected - expected} planned calls were not needed`);
  if (found > 0) parts.push(`${found} already answered`);
  const perSecond = rate(progress);
  if (perSecond !== null) parts.push(`${perSecond.toFixed(1)}/s`);
  if (perSecond !== null && progress.outputTokens > 0)
    parts.push(`${Math.round((progress.outputTokens * 1000) / progress.elapsedMs)} tokens/s`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (retries > 0)
    parts.push(`${counted(retries, 'retry', 'retries')} (${Object.keys(progress.retriesBy).join(', ')})`);
  if (ended === 'no') parts.push(...endpointParts(progress));
  if (truncated > 0) parts.push(`${truncated} truncated`);
  if (progress.dollars > 0 || unpriced > 0) {
    const known = progress.dollars > 0 ? [dollars(progress.dollars)] : [];
    parts.push([...known, ...(unpriced > 0 ? [`${unpriced} of unknown price`] : [])].join(' + '));
  }
  return parts.join(', ');
}

/** The line of an execution that goes on. */
function lineWithTime(progress: Progress, options: DisplayOptions): string {
  const left = doneShare(progress) < 1 ? secondsLeft(progress) : null;
  const text = line(progress, options, 'no');
  return left === null ? text : `${text}, about ${duration(left)} left`;
}

function doneShare({ expected, found, answered, failed }: Progress): number {
  return expected === 0 ? 1 : (found + answered + failed) / expected;
}

/** Returns why calls wait, as a text that changes when another reason begins. */
function waitingReasons({ endpoints }: Progress): string {
  return endpoints.map(({ endpoint, waiting }) => `${endpoint} ${waiting?.why}`).join('\n');
}

/**
 * One line that changes in place on a terminal. Elsewhere, such as in the log of a CI job, a line per tenth of the
 * calls, per minute, and where calls begin to wait. All on stderr.
 */
export function progressDisplay(
  options: DisplayOptions,
  stream: NodeJS.WriteStream = process.stderr,
): {
  show: (progress: Progress) => void;
  /** Ends the display. `finished`: every required call has an answer. */
  end: (progress: Progress, finished: boolean) => void;
} {
  let last = '';
  let shownAt = -Infinity; // the first line is printed at once
  let shownPart = 0;
  let shownReasons = '';
  return {
    show(progress) {
      const text = lineWithTime(progress, options);
      const reasons = waitingReasons(progress);
      const part = Math.floor(quietParts * doneShare(progress));
      if (text === last) return;
      if (stream.isTTY) replaceLine(text, stream);
      else {
        const pause = performance.now() - shownAt;
        const isDue = pause >= quietEveryMs || part > shownPart || reasons !== shownReasons;
        if (!isDue || pause < minWaitMs) return;
        tell(`${text}\n`, stream);
      }
      last = text;
      shownAt = performance.now();
      shownPart = part;
      shownReasons = reasons;
    },
    end(progress, finished) {
      const text = line(progress, options, finished ? 'finished' : 'unfinished');
      if (stream.isTTY) {
        replaceLine('', stream);
        tell(`${text}\n`, stream);
      } else if (text !== last) tell(`${text}\n`, stream);
    },
  };
}
