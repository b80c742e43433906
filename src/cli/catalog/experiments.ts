import type { Command } from 'commander';
import { conditionsOf } from '../../config/conditions.ts';
import { listDatasets, shippedDataset } from '../../dataset/shipped.ts';
import type { ItemBase } from '../../domain/item.ts';
import type { Experiment } from '../../experiments/experiment.ts';
import { planWithoutAnswers } from '../../plan/resolve-item.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { print } from '../../util/terminal.ts';
import { wrapText } from '../../util/text.ts';
import { experimentsOf, isSet } from '../command-options.ts';
import { terminalWidth } from '../terminal-options.ts';

interface Described {
  readonly name: string;
  readonly question: string;
  readonly wordings: readonly string[];
  readonly languages: readonly string[];
  /** Items of the shipped set; null: none is shipped. */
  readonly items: number | null;
  /** Calls per item, model and condition with one execution; null where no item is shipped to count them by. */
  readonly callsPerItem: number | null;
  /** Whether it runs unless other experiments are chosen. */
  readonly isDefault: boolean;
}

/** Lists the experiments: what each asks, in which wordings and languages, about how many items, with how many calls. */
export async function listExperiments(command: Command): Promise<void> {
  const experiments = await experimentsOf(command);
  const sizes = new Map(listDatasets(experiments.values()).map(({ experiment, rows }) => [experiment, rows]));
  const described = [...experiments.values()].map((each) => describe(each, sizes.get(each.name) ?? null));
  if (isSet(command, 'json')) return print(safeJson(described));
  for (const each of described) for (const line of linesOf(each)) print(line);
  print('Run one with `seb run --model provider/model --experiment NAME`; `--experiment all` runs all of them.');
}

function describe(experiment: Experiment, items: number | null): Described {
  const { name, presentation, description, wordings, languages, selfExecutionMeasure } = experiment;
  return {
    name,
    question: presentation?.question ?? description,
    wordings,
    languages,
    items,
    callsPerItem: items === null ? null : callsPerItem(experiment),
    isDefault: selfExecutionMeasure !== undefined,
  };
}

function callsPerItem(experiment: Experiment): number {
  const [item] = shippedDataset<ItemBase>(experiment).items;
  const [condition] = conditionsOf(experiment, {});
  if (item === undefined || condition === undefined) throw new Error(`${experiment.name} has no item or no condition`);
  const judging = { judge: null, rubric: 'two-way' } as const;
  return planWithoutAnswers(experiment, { item, condition, samples: 1, seed: 1, judging, peers: [] }).length;
}

function linesOf({ name, question, wordings, languages, items, callsPerItem: calls, isDefault }: Described): string[] {
  const size = items === null ? 'no shipped items' : `${items} items, ${calls} calls per item`;
  return [
    `${name}${isDefault ? ' (runs by default)' : ''}: ${size}`,
    ...wrapText(`  ${question}`, terminalWidth() - 2).map((line, index) => (index === 0 ? `  ${line}` : line)),
    ...wrapText(`wordings ${wordings.join(', ')}; languages ${languages.join(', ')}`, terminalWidth() - 4).map(
      (line) => `  ${line}`,
    ),
    '',
  ];
}
