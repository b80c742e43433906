import type { NextStep } from '../../results/step.ts';
import { counted } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { assertNever } from '../../util/types.ts';
import { afterChecks, type ChecksEnded } from './after-checks.ts';
import {
  afterComparison,
  afterGate,
  afterLogs,
  type ComparisonEnded,
  type GateEnded,
  type LogsEnded,
} from './after-contrasts.ts';
import { afterScores, type ScoresEnded } from './after-scores.ts';
import { afterWorth, type WorthEnded } from './after-worth.ts';

/** Maximum number of steps that a screen names. */
const maxSteps = 2;

/** One item that was shown, or the list of items. */
interface ItemsEnded {
  readonly kind: 'items' | 'item';
  readonly run: string;
  /** An item of the list; null where it is empty. */
  readonly item: string | null;
  /** The command that shows the next item of a choice; null where nothing was chosen. */
  readonly onward: string | null;
}

/** A plan of calls that were not sent. */
interface PlanEnded {
  readonly kind: 'plan';
  /** The command without `--dry-run`. */
  readonly command: string;
  readonly calls: number;
  /** The plan with enough items of each experiment for every verdict; null where these are enough. */
  readonly larger: {
    readonly count: number;
    /** The flag that selects as many items of each experiment. */
    readonly flag: '--limit' | '--random';
    /** Its calls and their cost: `about 60 calls, $0.01 to $0.20`. */
    readonly cost: string;
  } | null;
}

/** A study whose verdict was shown. */
interface StudyEnded {
  readonly kind: 'study';
  readonly study: string;
  /** What could decide more; null where nothing is open. */
  readonly advice: NextStep | null;
}

/** Logs that were reported without a store. */
interface ReportedLogsEnded {
  readonly kind: 'reported-logs';
  /** Paths for a command. */
  readonly names: string;
  readonly logs: number;
}

/** A file of items that an experiment can use. */
interface DataEnded {
  readonly kind: 'data';
  /** The run of its items with a model. */
  readonly command: string;
}

/** Logs that were stored as runs. */
interface StoredLogsEnded {
  readonly kind: 'stored-logs';
}

/** What a command ended with. */
export type Ended =
  | ScoresEnded
  | ComparisonEnded
  | LogsEnded
  | GateEnded
  | WorthEnded
  | ChecksEnded
  | ItemsEnded
  | PlanEnded
  | StudyEnded
  | ReportedLogsEnded
  | StoredLogsEnded
  | DataEnded;

/** Returns one or two steps that follow from a result, the most useful first: each with a command, or as advice. */
export function nextSteps(ended: Ended): readonly NextStep[] {
  return stepsAfter(ended).slice(0, maxSteps);
}

function stepsAfter(ended: Ended): readonly NextStep[] {
  switch (ended.kind) {
    case 'scores':
      return afterScores(ended);
    case 'comparison':
      return afterComparison(ended);
    case 'logs':
      return afterLogs(ended);
    case 'gate':
      return afterGate(ended);
    case 'worth':
      return afterWorth(ended);
    case 'checks':
      return afterChecks(ended);
    case 'items':
    case 'item':
      return afterItems(ended);
    case 'plan':
      return afterPlan(ended);
    case 'study':
      return afterStudy(ended);
    case 'reported-logs':
      return afterReportedLogs(ended);
    case 'data':
      return [{ command: ended.command, about: 'run it with your model (--dry-run: what that costs and can show)' }];
    case 'stored-logs':
      return [
        { command: 'seb report', about: 'the results' },
        { command: 'seb view', about: 'each item, in a browser' },
      ];
    default:
      return assertNever(ended);
  }
}

/** Characters of a command beyond which it is described and not repeated. */
const longCommand = 400;

function afterPlan({ command, calls, larger }: PlanEnded): readonly NextStep[] {
  const isLong = command.length > longCommand;
  const sends = `sends these ${counted(calls, 'call')}`;
  return [
    ...(larger === null ? [] : [largerPlan(command, larger, isLong)]),
    isLong ? { command: null, about: `the same without --dry-run ${sends}` } : { command, about: sends },
  ];
}

function largerPlan(
  command: string,
  { count, flag, cost }: NonNullable<PlanEnded['larger']>,
  isLong: boolean,
): NextStep {
  const enough = `enough items for a verdict in every experiment (${cost})`;
  return isLong
    ? { command: null, about: `the same with ${flag} ${count}: ${enough}` }
    : { command: `${command.replace(/ --(?:limit|random)[ =]\d+/, '')} ${flag} ${count}`, about: enough };
}

function afterItems({ kind, run, item, onward }: ItemsEnded): readonly NextStep[] {
  const name = shellWord(run);
  const one =
    item === null ? [] : [{ command: `seb show ${name} ${shellWord(item)}`, about: 'one item, with all its calls' }];
  return [
    ...(onward === null ? [] : [{ command: onward, about: 'the next of these items' }]),
    ...(kind === 'items' ? one : []),
    { command: `seb report ${name}`, about: 'what all items together say' },
  ];
}

function afterStudy({ study, advice }: StudyEnded): readonly NextStep[] {
  return [
    ...(advice === null ? [] : [advice]),
    { command: `seb study report ${study} --table reasons`, about: 'how the verdict was reached' },
    { command: `seb study report ${study} --list`, about: 'all tables' },
  ];
}

function afterReportedLogs({ names, logs }: ReportedLogsEnded): readonly NextStep[] {
  return [
    ...(logs > 1 ? [{ command: `seb compare ${names}`, about: 'whether the difference is more than chance' }] : []),
    { command: `seb report ${names} --list`, about: 'all tables' },
    { command: `seb import ${names}`, about: 'stores them, for seb items and seb view' },
  ];
}
