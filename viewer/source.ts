import type { ZodType } from 'zod';
import * as z from 'zod';
import { overviewSchema, type RunSummary, runPageSchema, runSummarySchema } from '../src/view/contract/contract.ts';
import {
  type CountsQuery,
  comparisonPageSchema,
  countsSchema,
  type Filter,
  type FlipsQuery,
  flipsSchema,
  type ItemKey,
  type ItemsQuery,
  itemPageSchema,
  itemsPageSchema,
  sidesSchema,
} from '../src/view/contract/contract-items.ts';
import {
  labelResultsSchema,
  type NewLabel,
  type QueueQuery,
  queueSchema,
} from '../src/view/contract/contract-labels.ts';
import { studyPageSchema } from '../src/view/contract/contract-study.ts';

interface LiveListener {
  readonly runs: (runs: readonly RunSummary[]) => void;
  readonly rows: () => void;
  readonly connected: (is: boolean) => void;
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A failed request, with the server's message. */
class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const errorSchema = z.object({ error: z.string() });

function addressOf(path: string, values: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function get<T>(schema: ZodType<T>, path: string, values: Values = {}, signal?: AbortSignal): Promise<T> {
  const response = await fetch(addressOf(path, values), signal === undefined ? {} : { signal });
  if (!response.ok) throw await errorOf(response);
  return schema.parse(await response.json());
}

/** Returns a resource; null if the server does not have it. */
async function getOrNull<T>(schema: ZodType<T>, path: string): Promise<T | null> {
  try {
    return await get(schema, path);
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

async function send(path: string, value: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(value) });
  if (!response.ok) throw await errorOf(response);
}

async function errorOf(response: Response): Promise<RequestError> {
  const text = await response.text();
  try {
    return new RequestError(response.status, errorSchema.parse(JSON.parse(text)).error);
  } catch {
    return new RequestError(response.status, text || `the server answered ${response.status}`);
  }
}

/** Requests to the server that served the page. */
export const source = {
  overview: () => get(overviewSchema, '/api/overview'),
  /** Returns a run's page; null while the run is not indexed. */
  runPage: (id: string) => getOrNull(runPageSchema, `/api/runs/${encodeURIComponent(id)}`),
  /** Returns a study's page; null if the study does not exist or is not read yet. */
  studyPage: (id: string) => getOrNull(studyPageSchema, `/api/studies/${encodeURIComponent(id)}`),
  /** Returns a page of rows. The signal cancels a search. */
  items: (query: ItemsQuery, signal: AbortSignal) => get(itemsPageSchema, '/api/items', query, signal),
  counts: (filter: CountsQuery, signal: AbortSignal) => get(countsSchema, '/api/counts', filter, signal),
  item: (key: ItemKey) => get(itemPageSchema, '/api/item', key),
  sides: () => get(sidesSchema, '/api/sides'),
  /** Returns the comparison of a run; without a run, that of the newest results. */
  comparison: (run: string | undefined) => get(comparisonPageSchema, '/api/compare', { run }),
  /** Returns the units that were right for one side and wrong for the other. */
  flips: (query: FlipsQuery) => get(flipsSchema, '/api/flips', query),
  /** Downloads filtered rows as a file. */
  download(filter: Filter, format: 'csv' | 'jsonl'): void {
    const link = document.createElement('a');
    link.href = addressOf(`/api/rows.${format}`, filter);
    link.download = `rows.${format}`;
    link.click();
  },
  labels: {
    queue: async (query: QueueQuery) => (await get(queueSchema, '/api/labels/queue', { ...query })).entries,
    add: (label: NewLabel) => send('/api/labels', label),
    results: (run: string) => get(labelResultsSchema, '/api/labels/results', { run }),
  },
  /** Reports changes until the returned function is called. */
  listen,
};

const runsEvent = z.object({ runs: z.array(runSummarySchema) });

function listen({ runs, rows, connected }: LiveListener): () => void {
  const events = new EventSource('/api/events');
  events.addEventListener('open', () => connected(true));
  events.addEventListener('error', () => connected(false)); // the browser reconnects automatically
  events.addEventListener('runs', ({ data }: MessageEvent<string>) => runs(runsEvent.parse(JSON.parse(data)).runs));
  events.addEventListener('rows', () => rows());
  return () => events.close();
}
