import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { openExchange, readAnswers } from '../../answers/exchange/exchange.ts';
import type { openModels } from '../../answers/prepare/open-models.ts';
import { prepareRun } from '../../answers/prepare/prepare.ts';
import { readPrices } from '../../models/prices.ts';
import { repeatingModel } from '../../models/replay.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { emptyStore } from '../../store/use-store.ts';
import { print } from '../../util/terminal.ts';
import { runOptionsOf } from '../flags/cli-options.ts';

/** Stands for the model of the other program, which alone knows its name. */
const other = 'other/model';

/**
 * Plans and reads the calls of one experiment for another program, which sends them: a line of JSON with the run's
 * configuration and its items, then a line for each line with an item's answers. Ends with its input. Sends and stores nothing.
 */
export async function calls(command: Command): Promise<void> {
  const { options, config } = await runOptionsOf(command);
  const exchange = openExchange(await prepareRun({ ...options, model: [other] }, config, emptyStore, openOther));
  print(safeJson({ kind: 'run', config: exchange.config, items: exchange.items }));
  let number = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    number += 1;
    if (line.trim() !== '') print(safeJson(exchange.step(readAnswers(line, number))));
  }
}

const openOther: typeof openModels = async ({ settings }) => ({
  subjects: [{ name: other, identity: other, baseUrl: null }],
  ...{ judge: null, executors: [], approver: null },
  open: new Map([[other, { model: repeatingModel({ name: other, identity: other }, async () => null), price: null }]]),
  prices: await readPrices(settings.prices),
});
