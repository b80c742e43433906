import { type Command, Option } from 'commander';
import { configOption, explainOption, jsonOption, storeOption } from '../../flags/common-flags.ts';
import { addLogFlags, keepFilledOption } from '../../flags/log-flags.ts';

/** Adds `seb worth`. Its modules are loaded when it is called. */
export function addWorthCommand(program: Command): void {
  addLogFlags(program.command('worth'))
    .argument('[RUN...]', 'ids or names of the runs (default: the newest with answers), or logs of other tools')
    .description('does asking a model first pay: keep its answer, pass the request on, or abstain')
    .option('--keep <MODEL>', 'model A, whose answer is kept (default: the only other model)')
    .option('--pass <MODEL>', 'model B, which gets the requests that are passed on')
    .addOption(new Option('--abstain', 'leave the requests without an answer').conflicts('pass'))
    .option('--right <USD>', 'value of a right answer; absent: points of accuracy')
    .option('--wrong <USD>', 'cost of a wrong answer, beyond the missing value')
    .option('--second <USD>', 'cost of a second of waiting')
    .option('--ask <USD>', 'cost of asking once (default: as stored with the predictions)')
    .option('--signals <NAME...>', 'own, subject, label, token, panel, agree:MODEL (default: own and the free ones)')
    .option('--panel <PATH>', 'outcomes of at least five other models on the same items: a log, or a folder of logs')
    .addOption(keepFilledOption())
    .option('--max-error <SHARE>', 'also report the largest share that can be kept at this error')
    .option('--stratum <FIELD>', 'logs: field that is known before anything is asked, as the signal subject')
    .option('--score <NAME>', 'logs: score that says what is right (default: the first of right and wrong)')
    .option('--prices <FILE>', 'logs: price file in the format of models.dev (default: the shipped list)')
    .option('--experiment <NAME>', 'the experiment, where the runs have several')
    .option('--condition <NAME>', 'the condition, where the runs have several')
    .option('--svg <FILE>', 'write the decision curve (needs --right)')
    .option('--demo', 'simulated models on shipped questions, without a key')
    .addOption(explainOption().conflicts('json'))
    .addOption(configOption())
    .addOption(storeOption())
    .addOption(jsonOption())
    .action(async (ids: string[], _, command: Command) => (await import('./worth.ts')).worth(ids, command));
}
