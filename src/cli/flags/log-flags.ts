import { type Command, Option } from 'commander';
import { type Asked, askedLevels } from '../../domain/asked.ts';
import type { FieldChoice } from '../../recordings/recording.ts';
import { AppError } from '../../util/app-error.ts';
import { textOption } from './command-options.ts';

/** Adds the flags of commands that read logs of other tools. */
export function addLogFlags(command: Command): Command {
  return command
    .option('--group <FIELD>', 'logs: field whose equal values make one group, such as metadata.topic')
    .option('--confidence <FIELD>', 'logs: field of the stated confidence; for lm-eval a regular expression')
    .addOption(new Option('--asked <WHEN>', 'logs: when the confidence was stated').choices([...askedLevels]))
    .addHelpText(
      'after',
      '\nLogs and tables of answers of other tools need no store: give their paths (docs/logs.md).',
    );
}

/** Flags of commands on logs that runs do not have. */
const ofLogs: readonly string[] = ['score', 'group', 'confidence', 'asked', 'prices'];
/** Flags that commands on runs share with commands on logs. */
const ofBoth: readonly string[] = [
  ...['model', 'json', 'failIfLower', 'failUnlessWithin', 'store', 'config', 'seed', 'selfCheck'],
  ...['keep', 'pass', 'abstain', 'right', 'wrong', 'second', 'ask', 'signals', 'panel', 'maxError', 'svg', 'demo'],
];

/** Throws an AppError for a flag that the user gave and that has no meaning for logs, or for runs. */
export function refuseFlags(command: Command, kind: 'logs' | 'runs'): void {
  const isMeant = (name: string) =>
    kind === 'runs' ? !ofLogs.includes(name) : ofLogs.includes(name) || ofBoth.includes(name);
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

/** Returns the fields of logs that the flags of a command choose. */
export function fieldChoice(command: Command): FieldChoice {
  const asked = textOption(command, 'asked');
  return {
    ...{ confidence: textOption(command, 'confidence'), group: textOption(command, 'group') },
    asked: askedLevels.find((level): level is Asked => level === asked),
  };
}
