import { createContext, useContext } from 'react';
import type { Overview, RunPage, RunSummary } from '../../src/view/contract/contract.ts';
import type {
  ComparePage,
  CompareQuery,
  CompareSide,
  Counts,
  CountsQuery,
  Filter,
  ItemKey,
  ItemPage,
  ItemsPage,
  ItemsQuery,
} from '../../src/view/contract/contract-items.ts';
import type { LabelResults, QueueEntry } from '../../src/view/contract/contract-labels.ts';
import type { NewAnswer, NewConsent, PersonQuery, PersonStep } from '../../src/view/contract/contract-people.ts';
import type { Opening } from '../../src/view/contract/contract-static.ts';
import type { StudyPage } from '../../src/view/contract/contract-study.ts';

export interface QueueQuery {
  readonly run: string;
  readonly by: string;
  readonly count: number;
  readonly stratify: 'judge' | 'none';
}

interface NewLabel {
  readonly by: string;
  readonly key: string;
  readonly value: QueueEntry['value'];
  readonly note: string;
}

/** Submits labels; a report has no such source. */
export interface LabelSource {
  queue(query: QueueQuery): Promise<readonly QueueEntry[]>;
  add(label: NewLabel): Promise<void>;
  results(run: string): Promise<LabelResults>;
}

/** Asks people; a report has no such source. */
export interface PeopleSource {
  step(query: PersonQuery): Promise<PersonStep>;
  agree(consent: NewConsent): Promise<void>;
  answer(answer: NewAnswer): Promise<void>;
}

export interface LiveListener {
  readonly runs: (runs: readonly RunSummary[]) => void;
  readonly rows: () => void;
  readonly connected: (is: boolean) => void;
}

/** Source of the pages' data: a server, or the report itself. */
export interface Source {
  /** Data that is available at once, for the first screen; null if everything comes from a server. */
  readonly opening: Opening | null;
  overview(): Promise<Overview>;
  /** Returns a run's page; null while the run is not indexed. */
  runPage(id: string): Promise<RunPage | null>;
  /** Returns a study's page; null if the study does not exist or is not read yet. */
  studyPage(id: string): Promise<StudyPage | null>;
  /** Returns a page of rows. The signal cancels a search. */
  items(query: ItemsQuery, signal: AbortSignal): Promise<ItemsPage>;
  counts(filter: CountsQuery, signal: AbortSignal): Promise<Counts>;
  item(key: ItemKey): Promise<ItemPage>;
  sides(): Promise<readonly (CompareSide & { readonly experiment: string })[]>;
  compare(query: CompareQuery): Promise<ComparePage>;
  /** Downloads filtered rows as a file. */
  download(filter: Filter, format: 'csv' | 'jsonl'): Promise<void>;
  readonly labels: LabelSource | null;
  readonly people: PeopleSource | null;
  /** Reports changes until the returned function is called; a report never changes. */
  listen(listener: LiveListener): () => void;
}

const SourceContext = createContext<Source | null>(null);
export const SourceProvider = SourceContext.Provider;

/** Returns the source of the page's data. */
export function useSource(): Source {
  const source = useContext(SourceContext);
  if (source === null) throw new Error('no source of data');
  return source;
}

/** Returns the page that is about a run, alone or with others. */
export function pageFor(page: RunPage, id: string): RunPage | null {
  return page.id === id || page.runs.includes(id) ? page : null;
}
