import { type Command, Option } from 'commander';
import { type Asked, askedLevels } from '../../recordings/asked.ts';
import type { FieldChoice } from '../../recordings/recording.ts';
import { textOption } from './command-options.ts';

/** Adds the flags of commands that read logs of other tools. */
export function addLogFlags(command: Command): Command {
  return command
    .option('--group <FIELD>', 'logs: field whose equal values make items one group, for example metadata.topic')
    .option('--confidence <FIELD>', 'logs: field with the stated confidence; for lm-eval a regular expression')
    .addOption(new Option('--asked <WHEN>', 'logs: when the confidence was stated').choices([...askedLevels]))
    .addHelpText(
      'after',
      '\nLogs of Inspect, lm-eval, promptfoo and Every Eval Ever, and tables of answers, need no store: give their paths.',
    );
}

/** Returns the fields of logs that the flags of a command choose. */
export function fieldChoice(command: Command): FieldChoice {
  const asked = textOption(command, 'asked');
  return {
    ...{ confidence: textOption(command, 'confidence'), group: textOption(command, 'group') },
    asked: askedLevels.find((level): level is Asked => level === asked),
  };
}
