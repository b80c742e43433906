import type { RecordedLog } from '../../recordings/recording.ts';
import { refused } from './refusals.ts';

/**
 * Returns the odd and the even executions of a log as two logs, which compare a model with itself; or why it cannot be
 * split. Items with one execution are left out.
 */
export function splitExecutions(log: RecordedLog): readonly [RecordedLog, RecordedLog] | ReturnType<typeof refused> {
  const isEven = (epoch: number) => epoch % 2 === 0;
  const placeOf = (model: string, item: string) => JSON.stringify([model, item]);
  const repeated = new Set(
    log.rows.filter(({ epoch }) => isEven(epoch)).map(({ model, item }) => placeOf(model, item)),
  );
  if (repeated.size === 0)
    return refused(
      `${log.file} has one execution per item, which cannot be split`,
      'run it with two or more epochs (repeats), or give two logs of the same thing',
    );
  const half = (name: string, takes: (epoch: number) => boolean): RecordedLog => ({
    ...log,
    file: `${log.file}, ${name} executions`,
    rows: log.rows.filter(({ model, item, epoch }) => takes(epoch) && repeated.has(placeOf(model, item))),
    stated: [],
  });
  return [half('odd', (epoch) => !isEven(epoch)), half('even', isEven)];
}
