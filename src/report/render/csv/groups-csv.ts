import type { GroupAccuracy } from '../../../analyze/categorical/group-accuracy.ts';
import { type Columns, csvTable } from './csv.ts';

const columns: Columns<GroupAccuracy> = {
  run: ({ run }) => run,
  experiment: ({ experiment }) => experiment,
  model: ({ model }) => model,
  condition: ({ condition }) => condition,
  group: ({ group }) => group,
  n: ({ n }) => n,
  accuracy: ({ accuracy }) => accuracy,
  mode: ({ mode }) => mode,
  item_rule: ({ itemRule }) => itemRule,
  re_execution: ({ reexecution }) => reexecution,
  modal_share: ({ modalShare }) => modalShare,
  entropy: ({ entropy }) => entropy,
  in_macro: ({ inMacro }) => (inMacro ? 'yes' : 'no'),
};

export function groupsCsv(groups: readonly GroupAccuracy[]): string {
  return csvTable(columns, groups);
}
