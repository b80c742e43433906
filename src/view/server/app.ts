import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ZodType } from 'zod';
import { csvCell } from '../../report/render/csv.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { AppError } from '../../util/app-error.ts';
import { overviewSchema } from '../contract/contract.ts';
import {
  comparisonQuerySchema,
  countsQuerySchema,
  type Filter,
  filterSchema,
  flipsQuerySchema,
  type ItemView,
  itemKeySchema,
  itemsQuerySchema,
} from '../contract/contract-items.ts';
import { newLabelSchema, queueQuerySchema } from '../contract/contract-labels.ts';
import { parseSearch } from '../search/search-pattern.ts';
import { eventStream } from './event-stream.ts';
import type { LabelDesk } from './label-desk.ts';
import type { LiveFeed } from './live-feed.ts';
import { type AllowedHosts, pageHeaders, sameOriginOnly, tokenOnly } from './security.ts';
import { shellPage } from './shell-page.ts';
import type { ViewData } from './view-data.ts';

interface AppParts {
  /** Returns why the open store is no longer the one at its location; null while it is. */
  readonly storeFault: () => string | null;
  readonly data: ViewData;
  readonly feed: LiveFeed;
  readonly desk: LabelDesk;
  readonly assets: { readonly script: string; readonly style: string };
  readonly hosts: () => AllowedHosts;
  /** Null if the server is reachable from this machine only. */
  readonly token: string | null;
}

const maxLabelBytes = 20_000;

/** Returns the viewer's server: a fixed set of routes; no part of a URL is ever a file path. */
export function viewerApp(parts: AppParts): Hono {
  const { storeFault, assets, hosts, token } = parts;
  const app = new Hono();
  app.use(pageHeaders);
  app.use(sameOriginOnly(hosts));
  if (token !== null) app.use(tokenOnly(token));
  app.use('/api/*', async (context, next) => {
    const fault = storeFault();
    return fault === null ? next() : context.json({ error: fault }, 503);
  });
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof AppError) {
      const text = error.hint === null ? error.message : `${error.message} (${error.hint})`;
      return context.json({ error: text }, error.code.startsWith('unknown') ? 404 : 400);
    }
    return context.json({ error: 'internal error (please report it)' }, 500);
  });
  const script = { 'Content-Type': 'text/javascript; charset=utf-8' };
  app.get('/', (context) => context.html(shellPage));
  app.get('/viewer.js', (context) => context.body(assets.script, 200, script));
  app.get('/viewer.css', (context) => context.body(assets.style, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/favicon.ico', (context) => context.body(null, 204));
  for (const page of ['/runs/*', '/studies/*', '/compare', '/label'])
    app.get(page, ({ req, redirect }) => redirect(`/#${req.path}`)); // the pages are behind the # of one document
  addReadRoutes(app, parts);
  addLabelRoutes(app, parts);
  return app;
}

/** Returns the parsed query or body; 400 with the first problem if it is invalid. */
function parsed<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new HTTPException(400, { message: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}` });
}

function addReadRoutes(app: Hono, { data, feed }: AppParts): void {
  app.get('/api/overview', async (context) => context.json(overviewSchema.parse(await data.overview(feed.runs))));
  app.get('/api/runs/:id', (context) => {
    const page = data.runPage(context.req.param('id'));
    return page === null ? context.json({ error: 'the run is not indexed yet' }, 404) : context.json(page);
  });
  app.get('/api/studies/:id', (context) => {
    const page = data.studyPage(context.req.param('id'));
    return page === null ? context.json({ error: 'study not found' }, 404) : context.json(page);
  });
  app.get('/api/items', async (context) =>
    context.json(await data.items(parsed(itemsQuerySchema, context.req.query()), context.req.raw.signal)),
  );
  app.get('/api/counts', async (context) =>
    context.json(await data.counts(parsed(countsQuerySchema, context.req.query()), context.req.raw.signal)),
  );
  app.get('/api/sides', (context) => context.json(data.sides()));
  app.get('/api/item', async (context) => context.json(await data.item(parsed(itemKeySchema, context.req.query()))));
  app.get('/api/compare', async (context) =>
    context.json(await data.comparison(parsed(comparisonQuerySchema, context.req.query()).run)),
  );
  app.get('/api/flips', async (context) =>
    context.json(await data.flips(parsed(flipsQuerySchema, context.req.query()))),
  );
  app.get('/api/events', (context) => eventStream(context, feed));
  app.get('/api/rows.csv', (context) => {
    const filter = downloadFilter(context.req.query());
    return download(
      rowsFileName(filter, 'csv'),
      'text/csv; charset=utf-8',
      csvOf(pagesOf(data, filter, context.req.raw.signal)),
    );
  });
  app.get('/api/rows.jsonl', (context) => {
    const filter = downloadFilter(context.req.query());
    return download(
      rowsFileName(filter, 'jsonl'),
      'application/jsonl; charset=utf-8',
      jsonLinesOf(pagesOf(data, filter, context.req.raw.signal)),
    );
  });
}

/** Returns the filter of a download; an invalid search is refused before the download begins. */
function downloadFilter(query: unknown): Filter {
  const filter = parsed(filterSchema, query);
  parseSearch(filter.search ?? '');
  return filter;
}

function addLabelRoutes(app: Hono, { desk }: AppParts): void {
  app.get('/api/labels/queue', async (context) =>
    context.json(await desk.queue(parsed(queueQuerySchema, context.req.query()))),
  );
  app.get('/api/labels/results', async (context) => context.json(await desk.results(context.req.query('run') ?? null)));
  app.post('/api/labels', async (context) => {
    await desk.add(parsed(newLabelSchema, await sentJson(context, maxLabelBytes)));
    return context.json({ kept: true });
  });
}

/** Returns the JSON that a page sent; 415 for another type of content, which a form of another site could send. */
async function sentJson({ req }: Context, maxBytes: number): Promise<unknown> {
  if (req.header('content-type') !== 'application/json') throw new HTTPException(415);
  return json(await boundedText(req.raw, maxBytes));
}

/** Returns a body of UTF-8 text; 413 as soon as it is larger than `maxBytes`, without reading the rest. */
async function boundedText({ headers, body }: Request, maxBytes: number): Promise<string> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new HTTPException(413);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new HTTPException(413);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HTTPException(400, { message: 'the body is not JSON' });
  }
}

const pageSize = 1_000;

async function* pagesOf(data: ViewData, filter: Filter, signal: AbortSignal): AsyncGenerator<readonly ItemView[]> {
  for (let offset = 0; ; offset += pageSize) {
    const { rows } = await data.items({ ...filter, offset, limit: pageSize }, signal);
    yield rows;
    if (rows.length < pageSize) return;
  }
}

async function* csvOf(pages: AsyncIterable<readonly ItemView[]>): AsyncGenerator<string> {
  let header = true;
  for await (const rows of pages) {
    const [first] = rows;
    if (header && first !== undefined) yield `${Object.keys(first).join(',')}\r\n`;
    header = false;
    const line = (row: ItemView) =>
      Object.values(row)
        .map((cell) => csvCell(typeof cell === 'boolean' ? String(cell) : cell))
        .join(',');
    yield rows.map((row) => `${line(row)}\r\n`).join('');
  }
}

async function* jsonLinesOf(pages: AsyncIterable<readonly ItemView[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${safeJson(row)}\n`).join('');
}

/** Returns a file name that says which rows the file has. */
function rowsFileName({ run, experiment, model, state }: Filter, ending: 'csv' | 'jsonl'): string {
  const parts = [run, experiment, model, state].flatMap((part) => (part === undefined ? [] : [part]));
  return `${['rows', ...parts].join('-').replace(/[^\w.-]+/g, '-')}.${ending}`;
}

/** Streams rows while they are read, so that a million of them are never in memory together. */
function download(name: string, type: string, texts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(stream, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  });
}
