import type { CollectedRows } from '../../report/export/page-row-collector.ts';
import type { RunRecord } from '../../store/store.ts';
import type { Overview, RunPage, RunSummary } from '../contract/contract.ts';
import type { Opening, StaticCore } from '../contract/contract-static.ts';
import { textsAPage } from './page-texts.ts';
import { togetherId } from './run-page.ts';
import type { ViewedStudy } from './study-page.ts';

interface CoreInput {
  readonly studies: readonly ViewedStudy[];
  readonly page: RunPage;
  readonly runs: readonly RunRecord[];
  readonly collected: CollectedRows;
  readonly textPages: number;
  /** Whether texts are in the page or in separate files. */
  readonly texts: Overview['texts'];
  readonly compared: StaticCore['compared'];
}

/** Returns what a report shows first. */
export function openingOf({
  page,
  studies,
  runs,
  texts,
}: Omit<CoreInput, 'collected' | 'textPages' | 'compared'>): Opening {
  return {
    overview: {
      ...page.results,
      store: '',
      runs: runs.map(summaryOf),
      studies: studies.map(({ summary }) => summary),
      headline: null,
      ...{ notes: [], texts, canLabel: false },
      together: page.id === togetherId ? togetherId : null,
    },
    page: { ...page, ...{ notes: [], sections: [], figures: [], missing: [], methods: [], provenance: [], cite: '' } },
  };
}

/** Returns everything of a report except rows, texts and what it shows first. */
export function staticCore({
  page,
  studies,
  collected,
  textPages,
  compared,
}: Omit<CoreInput, 'runs' | 'texts'>): StaticCore {
  return {
    page,
    studies: studies.flatMap((study) => (study.page === null ? [] : [study.page])),
    sides: [...collected.sides],
    compared: [...compared],
    ...{ rowPages: collected.pages.length, textPages, textsAPage },
  };
}

function summaryOf({ id, status, createdAt, updatedAt, config, provenance }: RunRecord): RunSummary {
  return {
    ...{ id, name: provenance.name ?? null, status, live: false, createdAt, updatedAt, samples: config.samples },
    models: config.models.map(({ name }) => name),
    people: [],
    experiments: config.experiments.map(({ name, dataset }) => ({ name, items: dataset.items, labels: false })),
    progress: {
      answered: 0,
      expected: null,
      failed: {},
      dollars: null,
      rate: null,
      secondsLeft: null,
      secondsSilent: null,
    },
    index: { kind: 'ready' },
  };
}
