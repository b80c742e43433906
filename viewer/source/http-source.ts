import type { ZodType } from 'zod';
import * as z from 'zod';
import { overviewSchema, runPageSchema, runSummarySchema } from '../../src/view/contract/contract.ts';
import {
  comparePageSchema,
  countsSchema,
  itemPageSchema,
  itemsPageSchema,
  sidesSchema,
} from '../../src/view/contract/contract-items.ts';
import { labelResultsSchema, queueSchema } from '../../src/view/contract/contract-labels.ts';
import { personStepSchema } from '../../src/view/contract/contract-people.ts';
import { studyPageSchema } from '../../src/view/contract/contract-study.ts';
import type { LiveListener, Source } from './source.ts';

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

/** Data from the server that served the page. */
export const httpSource: Source = {
  opening: null,
  overview: () => get(overviewSchema, '/api/overview'),
  runPage: (id) => getOrNull(runPageSchema, `/api/runs/${encodeURIComponent(id)}`),
  studyPage: (id) => getOrNull(studyPageSchema, `/api/studies/${encodeURIComponent(id)}`),
  items: (query, signal) => get(itemsPageSchema, '/api/items', query, signal),
  counts: (filter, signal) => get(countsSchema, '/api/counts', filter, signal),
  item: (key) => get(itemPageSchema, '/api/item', key),
  sides: () => get(sidesSchema, '/api/sides'),
  compare: (query) => get(comparePageSchema, '/api/compare', query),
  async download(filter, format) {
    const link = document.createElement('a');
    link.href = addressOf(`/api/rows.${format}`, filter);
    link.download = `rows.${format}`;
    link.click();
  },
  labels: {
    queue: async (query) => (await get(queueSchema, '/api/labels/queue', { ...query })).entries,
    add: (label) => send('/api/labels', label),
    results: (run) => get(labelResultsSchema, '/api/labels/results', { run }),
  },
  people: {
    step: (query) => get(personStepSchema, '/api/people/step', { ...query }),
    agree: (consent) => send('/api/people/consents', consent),
    answer: (answer) => send('/api/people/answers', answer),
  },
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
