/**
 * Takes pictures of the viewer's screens: node scripts/make-gallery.ts FOLDER [--stores FOLDER] [--million STORE] [--all]
 * [--only study,demo] [--screens item,items]. It makes the stores (gallery-stores.ts) unless `--stores` has them from
 * before, and takes the pictures of docs/gallery; with `--all` every screen of every store at 390, 1280 and 2000 px,
 * light and dark.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { makeStore } from './gallery-stores.ts';

const stores = ['demo', 'models', 'study', 'tool', 'injection', 'ladder', 'million'] as const;
const screens = ['overview', 'run', 'items', 'item', 'compare', 'label', 'study', 'report'] as const;
type Screen = (typeof screens)[number];
type Source = (typeof stores)[number] | 'report';

interface Picture {
  readonly file: string;
  readonly from: Source;
  readonly screen: Screen;
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stores: { type: 'string' },
    million: { type: 'string' },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    screens: { type: 'string', default: '' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('give a folder for the pictures');
mkdirSync(folder, { recursive: true });
const storeFolder = values.stores ?? mkdtempSync(join(tmpdir(), 'gallery-'));
mkdirSync(storeFolder, { recursive: true });

function galleryOf(from: Source, screen: Screen, name: string, kinds: string): readonly Picture[] {
  return kinds.split(' ').map((kind) => {
    const [width, scheme] = [
      kind === 'dark' ? 1280 : Number(kind),
      kind === 'dark' ? ('dark' as const) : ('light' as const),
    ];
    return { from, screen, width, scheme, file: kind === '1280' ? name : `${name}-${kind}` };
  });
}

/** The pictures of docs/gallery. */
const gallery: readonly Picture[] = [
  ...galleryOf('demo', 'overview', 'overview', '1280 390 2000 dark'),
  ...galleryOf('demo', 'run', 'run', '1280 390 2000 dark'),
  ...galleryOf('demo', 'items', 'items', '1280 390 dark'),
  ...galleryOf('demo', 'item', 'item', '1280 390 dark'),
  ...galleryOf('demo', 'compare', 'compare', '1280 390'),
  ...galleryOf('demo', 'label', 'label', '1280 390'),
  ...galleryOf('study', 'study', 'study', '1280 390 dark'),
  ...galleryOf('report', 'report', 'report', '1280 390'),
  ...galleryOf('models', 'overview', 'models-15', '1280 390'),
  ...galleryOf('models', 'compare', 'models-15-compare', '1280 390'),
  ...galleryOf('tool', 'run', 'tool', '1280 390'),
  ...galleryOf('injection', 'run', 'injection', '1280 390'),
  ...galleryOf('ladder', 'run', 'ladder', '1280 dark 390'),
];

function everyPicture(): readonly Picture[] {
  return [...stores, 'report' as const].flatMap((from) =>
    screens
      .filter((screen) => (screen === 'report') === (from === 'report') && (screen === 'study') === (from === 'study'))
      .flatMap((screen) =>
        [390, 1280, 2000].flatMap((width) =>
          (['light', 'dark'] as const).map((scheme) => ({
            ...{ from, screen, width, scheme },
            file: `${from}-${screen}-${width}-${scheme}`,
          })),
        ),
      ),
  );
}

const patience = { timeout: 300_000 };

async function go(page: Page, url: string, awaited: string): Promise<void> {
  await page.goto('about:blank'); // a change of the hash alone would keep the scroll position
  await page.goto(url);
  await page.locator(awaited).first().waitFor(patience);
}

/** Goes to a screen and waits for what it is about. */
async function show(page: Page, base: string, screen: Screen): Promise<void> {
  if (screen === 'report') return go(page, base, '#cite');
  await go(page, `${base}#/`, '.findings .verdict, .look.study svg, ul.next');
  const items = await page.locator('nav.top a[href*="/items"]').first().getAttribute('href', patience);
  const run = /\/runs\/([^/]+)/.exec(items ?? '')?.[1] ?? '';
  switch (screen) {
    case 'overview':
      return;
    case 'run':
      return go(page, `${base}#/runs/${run}`, '#cite');
    case 'items':
      return go(page, `${base}#/runs/${run}/items?state=wrong`, '.grid span.state');
    case 'item':
      await go(page, `${base}#/runs/${run}/items?state=wrong`, '.grid span.state');
      await page.locator('.grid-body .grid-row span.state').first().click();
      return page.locator('.session').first().waitFor(patience);
    case 'compare':
      return go(page, `${base}#/compare`, '#changed');
    case 'label':
      return go(page, `${base}#/label?run=${run}&by=ann&count=20`, 'article.label, main p code');
    case 'study':
      await page.locator('.look.study a[href*="/studies/"]').first().click(patience);
      return page.locator('main table').first().waitFor(patience);
  }
}

/** Serves a store with the viewer; resolves once it listens. */
async function serve(store: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'view', '--no-open', '--port', '0', '--store', basename(store)], {
    cwd: dirname(store), // the overview shows the path
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /^(http:\/\/\S+)$/m.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return { url, stop: () => void child.kill('SIGTERM') };
}

async function take(browser: Browser, base: string, pictures: readonly Picture[], out: string): Promise<void> {
  for (const { file, screen, width, scheme } of pictures) {
    const viewport = { width, height: width < 800 ? 800 : width < 1500 ? 900 : 1300 };
    const page = await browser.newPage({ colorScheme: scheme, viewport });
    try {
      await show(page, base, screen);
      await page.waitForTimeout(300);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) process.stdout.write(`${file}: ${overflow} px wider than the window\n`);
      await page.screenshot({ path: join(out, `${file}.png`) });
    } catch (error) {
      process.stdout.write(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : error}\n`);
    }
    await page.close();
  }
}

/** Returns the store or page of one kind of pictures, and makes it where it is missing; undefined if there is none. */
async function sourceOf(from: Source): Promise<string | undefined> {
  if (from === 'million') return values.million;
  if (from === 'report') {
    await sourceOf('demo');
    return join(storeFolder, 'seb-report', 'report.html'); // written with the store of the demo
  }
  const file = join(storeFolder, `${from}.sqlite`);
  if (existsSync(file)) return file;
  process.stdout.write(`making ${file}\n`);
  return makeStore(from, storeFolder);
}

const named = (text: string) => new Set(text.split(',').filter((name) => name !== ''));
const [only, chosenScreens] = [named(values.only), named(values.screens)];
const wanted = (values.all ? everyPicture() : gallery).filter(
  ({ from, screen }) => (only.size === 0 || only.has(from)) && (chosenScreens.size === 0 || chosenScreens.has(screen)),
);
const browser = await openBrowser();
for (const [from, pictures] of Map.groupBy(wanted, (picture) => picture.from)) {
  const source = await sourceOf(from);
  if (source === undefined) continue;
  if (from === 'report') {
    await take(browser, pathToFileURL(source).href, pictures, folder);
    continue;
  }
  const { url, stop } = await serve(source);
  await take(browser, url, pictures, folder);
  stop();
}
await browser.close();
