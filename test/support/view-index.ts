import type { DatabaseSync } from 'node:sqlite';
import type { OutcomeRow } from '../../src/outcome-kinds/outcome-kinds.ts';
import { searchedText } from '../../src/view/search/searched-text.ts';
import { IndexWriter } from '../../src/view/search-index/index-writer.ts';
import { noResults } from './no-results.ts';
import { madeRows } from './view-rows.ts';

const absent = { kind: 'absent' as const, name: 'findings', title: '', reason: '' };
const noPage = {
  ...{
    id: 'r',
    runs: [],
    results: noResults,
    question: '',
    subtitle: '',
    headline: absent,
    whatIsMeasured: '',
    notes: [],
    sections: [],
  },
  ...{ figures: [], missing: [], methods: [], provenance: [], cite: '', comparison: null },
};
export const titleOf = ({ item }: OutcomeRow) => `Title of ${item.toUpperCase()}`;
/** Slots of the experiments of generated rows. */
export const madeSlots = { forecast: { kind: 'predict' }, execute: { kind: 'behave' } } as const;
const words = { yes: 'yes', no: 'no', slots: madeSlots };
const size = { items: 60, models: 3, seed: 4 };

/** Returns a model's answer about an item. */
export const answersTo = ({ model, item, condition }: OutcomeRow) => [
  `Model "${model}" says ÄPFEL to ${item}`,
  condition.includes('deliberate')
    ? 'I\u0000 refuse'
    : `of course${'!'.repeat(item === 'item-0' ? 20_000 : 9)} unsearched`,
];

/** Returns generated rows of a run, by task. */
export const byTask = (run: string) =>
  Map.groupBy(madeRows(run, size), ({ experiment, item, model, condition }) =>
    JSON.stringify([experiment, item, condition, model]),
  ).values();

/** Writes generated rows of a run into an index, with the models' answers. */
export function indexMadeRows(database: DatabaseSync, run: string): void {
  const writer = new IndexWriter(database, run);
  for (const rows of byTask(run)) {
    for (const row of rows) writer.add(row, { title: titleOf(row), words });
    for (const row of rows.slice(0, 1)) writer.addAnswers(row, searchedText(answersTo(row)));
  }
  writer.finish({ fingerprint: 'f', expected: 0, elsewhere: 0, page: noPage });
}
