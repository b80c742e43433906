import { isRecorded } from '../../domain/recorded.ts';
import type { Comparison, Difference } from '../../results/comparison.ts';
import { isFound, isTestedContrast, type PairedContrast } from '../../results/contrast.ts';
import type { Selection } from '../../results/results.ts';
import type { NextStep } from '../../results/step.ts';
import type { RunRecord } from '../../store/store.ts';
import { fixed } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { rightMeasure } from '../contrasts/run-contrasts.ts';
import { type MoreItems, moreItems, stepOf, timesItems } from './more-items.ts';

/** Maximum number of paired differences that are listed on the first screen; `--wide` has all. */
export const maxDifferences = 15;

/** Share of the scores of a side that are missing, above which the next step is to see why. */
const mostLost = 0.2;

/** Files beyond this number are not named in a command. */
const maxFilesNamed = 4;

/** A comparison of the models or runs of a store. */
export interface ComparisonEnded {
  readonly kind: 'comparison';
  readonly comparison: Pick<Comparison, 'differences' | 'tasks'>;
  readonly selection: Pick<Selection, 'kind' | 'runs'>;
  readonly runs?: readonly RunRecord[];
}

/** A comparison of logs of other tools. */
export interface LogsEnded {
  readonly kind: 'logs';
  readonly differences: readonly Difference[];
  /** Paths as they were given. */
  readonly files: readonly string[];
}

/** A gate on two runs or on logs. */
export interface GateEnded {
  readonly kind: 'gate';
  readonly checks: readonly PairedContrast[];
  /** What shows the items of the new side, and what shows both sides. */
  readonly look: readonly NextStep[];
}

/** Returns the size of a difference of shares in points, without a sign: `3.2 points`. */
const points = (size: number) => `${fixed(100 * size, 1)} points`;

/** Returns what to do after a comparison of models or runs. */
export function afterComparison(ended: ComparisonEnded): readonly NextStep[] {
  const { comparison, selection } = ended;
  const found = comparison.differences.find(isFound);
  const scored = scoredRun(ended);
  return [
    ...(selection.kind === 'study' ? [{ command: 'seb report', about: 'the verdict of the study' }] : []),
    ...(comparison.tasks.some(({ together }) => together.kind === 'asked') ? [] : allPairs(comparison.differences)),
    ...(found === undefined ? [...restOfRuns(ended), ...moreOfBoth(ended)] : itemsOf(found)),
    ...(found === undefined && scored !== null
      ? [
          scored.measure === rightMeasure.name
            ? { command: `seb items ${scored.run}`, about: 'each item, with its outcomes' }
            : { command: `seb items ${scored.run} --wrong`, about: 'the items that were predicted wrongly' },
        ]
      : []),
    ...whyUntested(comparison),
    { command: 'seb view', about: 'both sides of each item, in a browser' },
    allTables(),
  ];
}

/** Returns what says why a side lacks so many scores that its difference has no test. */
function whyUntested({ differences }: ComparisonEnded['comparison']): readonly NextStep[] {
  const [first] = differences.filter(
    (each) => !isTestedContrast(each) && Math.max(each.missing.a, each.missing.b) > mostLost,
  );
  if (first === undefined) return [];
  const side = first.missing.a > first.missing.b ? 0 : 1;
  const model = shellWord(first.models[side]);
  return [
    { command: `seb items ${first.runs[side]} --missing --model ${model}`, about: 'why so many scores are missing' },
  ];
}

/** Returns a run that has scores, and what was compared of it; null where none is known. */
function scoredRun({
  comparison,
  runs = [],
}: ComparisonEnded): { readonly run: string; readonly measure: string | null } | null {
  const scored = comparison.differences.find(({ quantity }) => quantity.n > 0);
  const run = scored?.runs[0] ?? runs.find(({ status }) => status === 'finished')?.id;
  return run === undefined ? null : { run, measure: scored?.measure ?? null };
}

/** Returns what sends the calls that are missing, where nothing could be compared without them. */
function restOfRuns({ comparison, runs = [] }: ComparisonEnded): readonly NextStep[] {
  if (comparison.differences.some(({ quantity }) => quantity.n > 0)) return [];
  const open = runs.find(({ status, config }) => status !== 'finished' && !config.models.every(isRecorded));
  return open === undefined ? [] : [{ command: `seb resume ${open.id}`, about: 'sends the rest of the calls' }];
}

/** Returns what prints all pairs, where the screen has no room for them. */
function allPairs({ length }: readonly Difference[], files?: readonly string[]): readonly NextStep[] {
  return length > maxDifferences ? [{ ...allTables(files), about: `all ${length} pairs` }] : [];
}

/** Returns what prints every table of a comparison. `files`: of logs; absent: of runs. */
function allTables(files?: readonly string[]): NextStep {
  return {
    command: `seb compare${files === undefined ? '' : ` ${filesText(files)}`} --wide`,
    about: 'all tables and columns',
  };
}

/** Returns what lists the items that a difference comes from: those of one run, or those that its worse side predicted wrongly. */
function itemsOf({ runs: [a, b], models, word, better, measure }: Difference): readonly NextStep[] {
  if (a === b && a !== undefined)
    return [{ command: `seb items ${a} --divergent`, about: 'the items on which the models behaved differently' }];
  if (measure === 'right' || models.some((name) => isRecorded({ identity: name })))
    return [{ command: `seb compare ${a} ${b} --items`, about: 'the items that only one side has right' }];
  const isFirstWorse = (word === 'lower') === (better === 'higher');
  const [run, model] = isFirstWorse ? [a, models[0]] : [b, models[1]];
  return [
    { command: `seb items ${run} --wrong --model ${shellWord(model)}`, about: 'what the worse side predicted wrongly' },
  ];
}

/** Returns how many items would show a smaller difference, as one step; none where that is not known. */
function moreOfBoth({ comparison, runs = [] }: ComparisonEnded): readonly NextStep[] {
  const open = comparison.differences.filter(({ detectable, unit }) => detectable !== null && unit === 'share');
  const [first] = open;
  const own = runs.filter(({ id }) => first?.runs.includes(id) === true);
  const [run, second] = own;
  if (first === undefined || run === undefined || own.some(({ config }) => config.models.every(isRecorded))) return [];
  const more = moreItems(run, timesItems);
  const both = second === undefined ? [more] : [more, moreItems(second, timesItems)];
  const items = Math.min(...both.map(({ limit, wanted }) => limit ?? wanted));
  const size = Math.max(...open.map(({ detectable }) => detectable ?? 0)) * Math.sqrt(more.now / items);
  const why = `differences of ${points(size)} would usually be found`;
  const [, other] = both;
  return other === undefined ? [stepOf(more, `with ${items} items, ${why}`)] : bothAgain([more, other], { items, why });
}

/** Returns how to run both sides again with more items: their commands, where both are known. */
function bothAgain(
  [one, other]: readonly [MoreItems, MoreItems],
  { items, why }: { readonly items: number; readonly why: string },
): readonly NextStep[] {
  const flag = one.flag === other.flag ? one.flag : `${one.flag} or ${other.flag}`;
  if (one.limit === null || other.limit === null) {
    const how = [one, other].some(({ available }) => available === null)
      ? `run both again with more items (${flag}, --items)`
      : 'run both again with a larger file (--items)';
    return [{ command: null, about: `${how}: with ${items} items, ${why}` }];
  }
  if (one.command === null || other.command === null)
    return [{ command: null, about: `run both again with ${flag} ${items} and compare them: ${why}` }];
  return [
    { command: one.command, about: `run both sides again with more items: ${why}` },
    { command: other.command, about: 'and the other side (the ids of both new runs then go to `seb compare`)' },
  ];
}

/** Returns what to do after a comparison of logs. */
export function afterLogs({ differences, files }: LogsEnded): readonly NextStep[] {
  const found = differences.find(isFound);
  return [
    ...allPairs(differences, files),
    ...(found === undefined ? moreOfLogs(differences) : [itemsOfLogs(files)]),
    pageOfLogs(files),
    allTables(files),
  ];
}

/** Returns what shows the items of logs, for a gate. */
export function lookAtLogs(files: readonly string[]): readonly NextStep[] {
  return [itemsOfLogs(files), pageOfLogs(files)];
}

function itemsOfLogs(files: readonly string[]): NextStep {
  return { command: `seb compare ${filesText(files)} --items`, about: 'the items that only one side has right' };
}

function pageOfLogs(files: readonly string[]): NextStep {
  return { command: `seb report ${filesText(files)} --out FOLDER`, about: 'a page with tables and pictures' };
}

function moreOfLogs(differences: readonly Difference[]): readonly NextStep[] {
  const known = differences.filter((each) => isTestedContrast(each) && each.detectable !== null);
  const [first] = known;
  if (first === undefined || known.length > 1) return [];
  const size = (first.detectable ?? 0) / Math.sqrt(timesItems);
  const items = (timesItems * first.asked).toLocaleString('en');
  return [
    { command: null, about: `log more items: with ${items}, a difference of ${points(size)} would usually be found` },
  ];
}

/** Returns what to do after a gate: the items of a drop, how many items could pass, or nothing. */
export function afterGate({ checks, look }: GateEnded): readonly NextStep[] {
  const failed = checks.filter(({ gate }) => gate?.passes === false);
  const isWorse = failed.some(({ word, gate }) => word === gate?.worse);
  const [items, ...others] = look;
  if (isWorse && items !== undefined) return [items, ...others]; // no number of items lets a drop that is shown pass
  return [...failed, ...checks.filter(({ gate }) => gate?.passes === null)]
    .flatMap(moreForGate)
    .slice(0, 1)
    .concat(look);
}

/** Returns how many items could pass a margin that these cannot: 4 of 5 gates on unchanged sides. */
function moreForGate({ gate, detectable, quantity: { n }, unit }: PairedContrast): readonly NextStep[] {
  if (gate === null || gate.rule !== 'within' || gate.margin <= 0 || unit !== 'share') return [];
  if (detectable === null || detectable <= gate.margin) return [];
  const items = roundUp(n * (detectable / gate.margin) ** 2);
  return [
    {
      command: null,
      about: `use about ${items.toLocaleString('en')} items for a margin of ${points(gate.margin)}, or a margin of ${points(detectable)} for these ${n}: 4 of 5 gates on equal sides then pass`,
    },
  ];
}

/** Returns a number with two digits, rounded up. */
function roundUp(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return unit * Math.ceil(value / unit - 1e-9);
}

/** Returns paths for a command, and flags that follow them; of many paths, what stands for them. */
export function filesText(words: readonly string[]): string {
  const flag = words.findIndex((word) => word.startsWith('--'));
  const [files, flags] = flag < 0 ? [words, []] : [words.slice(0, flag), words.slice(flag)];
  return [...(files.length > maxFilesNamed ? ['FILE...'] : files.map(shellWord)), ...flags.map(shellWord)].join(' ');
}
