import { type Command, Option } from 'commander';
import { type Asked, askedLevels } from '../../domain/asked.ts';
import type { FieldChoice } from '../../recordings/recording.ts';
import { AppError } from '../../util/app-error.ts';
import { listOption, textOption } from './command-options.ts';

/** Adds the flags of commands that read logs of other tools. */
export function addLogFlags(command: Command): Command {
  return command
    .option('--group <FIELD>', 'logs: field whose equal values make one group, such as metadata.topic')
    .option(
      '--confidence <FIELD>',
      'logs: field of the stated confidence; for lm-eval and lighteval a regular expression',
    )
    .option('--where <FIELD=VALUE...>', 'logs: only rows with this value of a field or column')
    .option('--columns <PART=COLUMN...>', 'tables: columns by what they hold, such as item=id,correct=exact_match')
    .option('--range <LIMITS...>', 'logs: lowest and highest possible value of a graded score, such as 0 10')
    .option('--confidence-range <LIMITS...>', 'logs: lowest and highest possible stated confidence, such as 0 10')
    .addOption(new Option('--better <END>', 'logs: which end of a score is better').choices(['higher', 'lower']))
    .option('--threshold <VALUE>', 'logs: lowest grade that counts as right')
    .addOption(new Option('--asked <WHEN>', 'logs: when the confidence was stated').choices([...askedLevels]))
    .addHelpText(
      'after',
      '\nLogs and tables of answers of other tools need no store: give their paths (docs/logs.md).',
    );
}

/** Returns the flag that chooses one score of logs. */
export function scoreOption(): Option {
  return new Option('--score <NAME>', 'logs: only this score; --range, --threshold and --better are about it');
}

/** Returns the flag that gives a word on stated values that look filled in. */
export function keepFilledOption(): Option {
  return new Option('--keep-filled', 'judge stated confidences although a value looks filled in (docs/logs.md)');
}

/** Flags of commands on logs that runs do not have. */
const ofLogs: readonly string[] = [
  ...['group', 'confidence', 'asked', 'prices', 'where', 'columns', 'range', 'better', 'threshold'],
  'confidenceRange',
];
/** Flags of `addLogFlags`, which say how logs are read. */
const ofReading = [
  'group',
  'confidence',
  'where',
  'columns',
  'range',
  'confidenceRange',
  'better',
  'threshold',
  'asked',
];

/** Returns paths of logs with the flags that say how they are read, as words of a further command on them. */
export function filesAsRead(files: readonly string[], command: Command): readonly string[] {
  const flags = command.options.filter(
    (option) =>
      ofReading.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  return [
    ...files,
    ...flags.flatMap((option) => {
      const value: unknown = command.getOptionValue(option.attributeName());
      return [option.long ?? '', ...(Array.isArray(value) ? value : [value]).map(String)];
    }),
  ];
}

/** Returns whether the user chose what is read of logs: then their scores are read, and not the outcomes of a run. */
export function hasLogFlags(command: Command): boolean {
  return [...ofLogs, 'score', 'stratum', 'keepFilled', 'model'].some(
    (name) => command.getOptionValueSource(name) === 'cli',
  );
}

/** Flags that commands on runs share with commands on logs. */
const ofBoth: readonly string[] = [
  ...[
    'csv',
    'markdown',
    'list',
    'table',
    'wide',
    'explain',
    'junit',
    'out',
    'eee',
    'png',
    'pager',
    'attributes',
    'relatives',
    'unrelated',
  ],
  ...[
    'score',
    'model',
    'json',
    'failIfLower',
    'failUnlessWithin',
    'store',
    'config',
    'seed',
    'selfCheck',
    'stratum',
    'items',
  ],
  ...[
    'keep',
    'keepFilled',
    'pass',
    'abstain',
    'right',
    'wrong',
    'second',
    'ask',
    'signals',
    'panel',
    'maxError',
    'svg',
    'demo',
  ],
];

/** Flags of `report` that `compare` has for runs alone. */
const ofReports: readonly string[] = ['attributes', 'relatives', 'unrelated'];
/** Flags that `compare` has for runs, too, and other commands for logs alone. */
const ofCompare: readonly string[] = ['score'];

/** Throws an AppError for a flag that the user gave and that has no meaning for logs, or for runs. */
export function refuseFlags(command: Command, kind: 'logs' | 'runs'): void {
  const isMeant = (name: string) =>
    kind === 'runs'
      ? !ofLogs.includes(name) && (command.name() === 'compare' || !ofCompare.includes(name))
      : ofLogs.includes(name) || (ofBoth.includes(name) && !(command.name() === 'compare' && ofReports.includes(name)));
  const given = command.options.find(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli' && !isMeant(option.attributeName()),
  );
  if (given === undefined) return;
  const hint =
    kind === 'logs'
      ? 'leave it out, or store the logs first: `seb import FILE...`'
      : 'leave it out, or give the paths of logs';
  throw new AppError('log-flag', `${given.long ?? given.flags} has no meaning for ${kind}`, { hint });
}

/** Returns what the flags of a command choose in logs. AppError for a flag that cannot be read. */
export function fieldChoice(command: Command): FieldChoice {
  const asked = textOption(command, 'asked');
  const better = textOption(command, 'better');
  const columns = pairsIn(command, 'columns');
  return {
    ...{ confidence: textOption(command, 'confidence'), group: textOption(command, 'group') },
    stratum: textOption(command, 'stratum'),
    asked: askedLevels.find((level): level is Asked => level === asked),
    where: pairsIn(command, 'where')?.map(([field, value]) => ({ field, value })),
    columns: columns === undefined ? undefined : new Map(columns),
    score: textOption(command, 'score'),
    range: rangeOf(command, 'range'),
    confidenceRange: rangeOf(command, 'confidenceRange'),
    better: better === 'higher' || better === 'lower' ? better : undefined,
    threshold: thresholdOf(command),
  };
}

/** Returns the pairs of a list such as `item=id,correct=acc`; undefined where the flag is absent. */
function pairsIn(command: Command, name: 'columns' | 'where'): readonly (readonly [string, string])[] | undefined {
  const given: unknown = command.opts()[name];
  const texts = name === 'columns' ? listOption(command, name) : Array.isArray(given) ? given.map(String) : null;
  return texts?.map((text) => {
    const at = text.indexOf('=');
    if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const;
    const example = name === 'columns' ? '--columns item=id,correct=exact_match' : '--where experiment=zero_shot';
    throw new AppError('bad-pair', `--${name} needs NAME=VALUE, not "${text}"`, { hint: `for example ${example}` });
  });
}

function rangeOf(command: Command, name: 'range' | 'confidenceRange'): readonly [number, number] | undefined {
  const given = listOption(command, name);
  if (given === null) return undefined;
  const [low = Number.NaN, high = Number.NaN, ...more] = given.flatMap((text) => text.split(/\s+/)).map(numberIn);
  if (low < high && more.length === 0) return [low, high];
  const flag = name === 'range' ? '--range' : '--confidence-range';
  throw new AppError('bad-number', `${flag} needs the lowest and the highest value, not "${given.join(' ')}"`, {
    hint: `put it after the files: seb compare A B ${flag} 0 10`,
  });
}

function thresholdOf(command: Command): number | undefined {
  const text = textOption(command, 'threshold');
  if (text === undefined) return undefined;
  const value = numberIn(text);
  if (Number.isFinite(value)) return value;
  throw new AppError('bad-number', `--threshold needs a number, not "${text}"`, { hint: 'for example --threshold 7' });
}

function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
