import { createContext, useContext } from 'react';
import type { Overview, RunPage, RunSummary } from '../../src/view/contract/contract.ts';
import type {
  ComparePage,
  CompareQuery,
  CompareSide,
  Counts,
  Filter,
  ItemKey,
  ItemPage,
  ItemsPage,
  ItemsQuery,
  LabelResults,
  QueueEntry,
} from '../../src/view/contract/contract-items.ts';
import type { StudyPage } from '../../src/view/contract/contract-study.ts';

export interface NewLabel {
  readonly by: string;
  readonly key: string;
  readonly value: QueueEntry['value'];
  readonly note: string;
}

/** What labels are given through; a report has none. */
export interface LabelSource {
  queue(query: { readonly run: string; readonly by: string; readonly count: number }): Promise<readonly QueueEntry[]>;
  add(label: NewLabel): Promise<void>;
  results(run: string): Promise<LabelResults>;
}

export interface LiveListener {
  readonly runs: (runs: readonly RunSummary[]) => void;
  readonly rows: () => void;
  readonly connected: (is: boolean) => void;
}

/** Where the pages have their data from: a server, or the report itself. */
export interface Source {
  overview(): Promise<Overview>;
  /** Null while the run is not indexed. */
  runPage(id: string): Promise<RunPage | null>;
  /** Null where there is no such study, or it is not read yet. */
  studyPage(id: string): Promise<StudyPage | null>;
  items(query: ItemsQuery): Promise<ItemsPage>;
  counts(filter: Filter): Promise<Counts>;
  item(key: ItemKey): Promise<ItemPage>;
  sides(): Promise<readonly (CompareSide & { readonly experiment: string })[]>;
  compare(query: CompareQuery): Promise<ComparePage>;
  /** Filtered rows as a file. */
  download(filter: Filter, format: 'csv' | 'jsonl'): Promise<void>;
  readonly labels: LabelSource | null;
  /** Tells of changes until the returned function is called; a report never changes. */
  listen(listener: LiveListener): () => void;
}

const SourceContext = createContext<Source | null>(null);
export const SourceProvider = SourceContext.Provider;

/** The source of the page's data. */
export function useSource(): Source {
  const source = useContext(SourceContext);
  if (source === null) throw new Error('no source of data');
  return source;
}
