/**
 * What the viewer must reach, measured in Chromium: node bench/viewer.ts --store FILE [--report FILE] [--rounds 5]
 * --store: for example that of `node bench/report.ts --million --store FILE`. --report: the report.html of `npm start`.
 * The index is built first, if it is missing or old. Run it on an idle machine.
 */
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';

const { values } = parseArgs({
  options: { store: { type: 'string' }, report: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const browser = await openBrowser();

function row(what: string, measured: string, bound: string, holds: boolean): void {
  console.log(`| ${what} | ${measured} | ${bound}: ${holds ? 'met' : 'MISSED'} |`);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function atMost(what: string, times: readonly number[], bound: number): void {
  const range = `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`;
  row(
    what,
    `median ${Math.round(median(times))} ms of ${times.length} (${range})`,
    `${bound} ms`,
    median(times) < bound,
  );
}

/** Milliseconds from the start of navigation until an element is in the page and the browser has painted. */
async function paintTime(open: Browser, url: string, awaited: string): Promise<number> {
  const page = await open.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else afterFrame();
    };
    // a message that is sent before a frame is drawn arrives after it, and before what the page does next
    const afterFrame = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => Reflect.set(window, 'paintedAt', performance.now());
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }, awaited);
  await page.goto(url);
  // the first frame reaches the screen later than its callbacks run: the browser reports when
  const first = 'first-contentful-paint';
  await page.waitForFunction(
    (name) => Reflect.get(window, 'paintedAt') !== undefined && performance.getEntriesByName(name).length > 0,
    first,
  );
  const at = await page.evaluate(
    (name) => Math.max(Number(Reflect.get(window, 'paintedAt')), performance.getEntriesByName(name)[0]?.startTime ?? 0),
    first,
  );
  await page.close();
  return at;
}

async function repeated(measure: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await measure());
  return times;
}

/** Milliseconds of one request, its body read. */
async function requestTime(url: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
  return performance.now() - began;
}

async function measureReport(file: string): Promise<void> {
  const bytes = statSync(file).size;
  row('report.html of the demo, size', `${(bytes / 1e6).toFixed(2)} MB`, '1.5 MB', bytes < 1_500_000);
  const url = pathToFileURL(file).href;
  atMost(
    'report.html of the demo, verdicts painted',
    await repeated(() => paintTime(browser, url, '#table-verdicts')),
    300,
  );
}

interface Overview {
  readonly findings: readonly unknown[];
  readonly runs: readonly { readonly id: string; readonly index: { readonly kind: string; readonly share?: number } }[];
}

async function measureStore(store: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'view', '--no-open', '--port', '0', '--store', store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /^(http:\/\/\S+\/)$/m.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  try {
    const overview = async () => (await (await fetch(`${base}api/overview`)).json()) as Overview;
    const began = performance.now();
    let shares = 0;
    for (let seen = -1; ; await pause(250)) {
      const { runs, findings } = await overview();
      if (findings.length > 0 && runs.every(({ index }) => index.kind === 'ready')) break;
      const share = runs.reduce((sum, { index }) => sum + (index.share ?? 0), 0);
      if (share > seen) shares += 1;
      seen = share;
    }
    const seconds = (performance.now() - began) / 1000;
    row(
      'index, if it was to be built',
      `${seconds.toFixed(1)} s, ${shares} steps of progress`,
      'with progress',
      seconds < 2 || shares > 3,
    );
    atMost('overview painted', await repeated(() => paintTime(browser, base, '.findings .verdict')), 1_000);
    const run = (await overview()).runs[0]?.id ?? '';
    const counted = (await (await fetch(`${base}api/items?run=${run}&limit=1`)).json()) as { readonly total: number };
    const models = (await (await fetch(`${base}api/counts?run=${run}`)).json()) as {
      readonly models: readonly string[];
    };
    const filters = [
      ...['', 'state=wrong', 'state=missing', 'divergent=true', 'experiment=association', 'search=-0012'],
      ...['search=%2F-00(1|2)%2F', 'sort=score', `model=${encodeURIComponent(models.models[0] ?? '')}&state=wrong`],
    ];
    for (const filter of filters) {
      const name = `${counted.total.toLocaleString('en')} outcomes, first page and counts: ${filter === '' ? 'all' : decodeURIComponent(filter)}`;
      const both = async () => {
        const [first, second] = [
          await requestTime(`${base}api/items?run=${run}&limit=100&${filter}`),
          await requestTime(`${base}api/counts?run=${run}&${filter}`),
        ];
        return Math.max(first, second);
      };
      const cold = await both();
      const warm = await repeated(both);
      atMost(`${name} (first time ${Math.round(cold)} ms)`, warm, 300);
    }
    for (const search of ['coach', '/[0-9]{4}/']) await measureSlices(base, run, { search, bound: 1_000 });
    for (const search of ['e', 'zq', '/a.*e/', 'the']) await measureSearch(base, run, search);
    const far = Math.floor(counted.total / 2);
    atMost(
      'a page from the middle',
      await repeated(() => requestTime(`${base}api/items?run=${run}&limit=100&offset=${far}`)),
      300,
    );
    await measureScrolling(`${base}#/runs/${run}/items`);
    const peak =
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
    row('server, peak memory', `${Math.round(peak)} MiB`, '300 MB', peak < 286);
  } finally {
    child.kill('SIGTERM');
  }
}

/** A search as the page makes it, in slices: when the first rows show, whether progress grows, and what stopping leaves. */
async function measureSlices(
  base: string,
  run: string,
  { search, bound }: { search: string; bound: number },
): Promise<void> {
  const url = `${base}api/items?run=${run}&limit=100&within=400&search=${encodeURIComponent(search)}`;
  const counts = `${base}api/counts?run=${run}&within=400&search=${encodeURIComponent(search)}`;
  const began = performance.now();
  const json = async <T>(address: string) => (await (await fetch(address)).json()) as T;
  let shown = Number.NaN;
  const shares: number[] = [];
  for (let isOn = true; isOn && shares.length < 5; ) {
    const page = await json<{ readonly total: number; readonly isSearching: boolean }>(url);
    if (page.total > 0 && Number.isNaN(shown)) shown = performance.now() - began;
    shares.push((await json<{ readonly searched: number }>(counts)).searched);
    isOn = page.isSearching;
  }
  row(`search ${search}: first rows`, `${Math.round(shown)} ms`, `${bound} ms`, shown < bound);
  const grows = shares.every((share, index) => index === 0 || share >= (shares[index - 1] ?? 0));
  row(`search ${search}: progress`, shares.map((share) => `${Math.round(share * 100)} %`).join(', '), 'grows', grows);
  const stopped = new AbortController();
  setTimeout(() => stopped.abort(), 200);
  await fetch(`${base}api/counts?run=${run}&search=${encodeURIComponent('/q.*z.*(j|x)k/')}`, {
    signal: stopped.signal,
  }).catch(() => {});
  const after = await requestTime(`${base}api/items?run=${run}&limit=100&offset=100`);
  row('a request after a pattern was canceled', `${Math.round(after)} ms`, '300 ms', after < 300);
}

/** The first search of a text in all titles and answers, and how long other requests take meanwhile. */
async function measureSearch(base: string, run: string, search: string): Promise<void> {
  let isOver = false;
  const url = `${base}api/counts?run=${run}&search=${encodeURIComponent(search)}`;
  const searched = requestTime(url).finally(() => {
    isOver = true;
  });
  const others: number[] = [];
  while (!isOver) others.push(await requestTime(`${base}api/items?run=${run}&limit=100`));
  const { searched: share } = (await (await fetch(url)).json()) as { readonly searched: number };
  const took = await searched;
  row(
    `first search of answers: ${search}`,
    `${Math.round(took)} ms, ${Math.round(share * 100)} % of the items`,
    '20 s, all',
    share === 1,
  );
  const longest = Math.max(...others);
  row('other requests meanwhile', `at most ${Math.round(longest)} ms of ${others.length}`, '300 ms', longest < 300);
}

/** Scrolls through the items for three seconds; counts frames and those in which no row was in view. */
async function measureScrolling(url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  await page.locator('.grid span.state').first().waitFor({ timeout: 30_000 });
  const { frames, blank } = await page.evaluate(
    () =>
      new Promise<{ frames: number; blank: number }>((resolve) => {
        let [frames, blank] = [0, 0];
        const end = performance.now() + 3_000;
        const step = () => {
          scrollBy(0, 400);
          frames += 1;
          const rows = [...document.querySelectorAll('.grid-body .grid-row')];
          const isInView = (row: Element) =>
            row.getBoundingClientRect().top < innerHeight && row.getBoundingClientRect().bottom > 0;
          if (!rows.some(isInView)) blank += 1;
          if (performance.now() < end) requestAnimationFrame(step);
          else resolve({ frames, blank });
        };
        requestAnimationFrame(step);
      }),
  );
  await page.close();
  row(
    'scrolling, 400 px a frame',
    `${Math.round(frames / 3)} frames/s, ${blank} without a row`,
    'no blank screen',
    blank === 0,
  );
}

console.log('| what | measured | bound |\n|---|---|---|');
if (values.report !== undefined) await measureReport(values.report);
if (values.store !== undefined) await measureStore(values.store);
await browser.close();
