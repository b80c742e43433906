/**
 * Takes pictures of every screen of a viewer: node scripts/make-gallery.ts ADDRESS FOLDER [--widths 390,1280,2000] [--schemes light,dark]
 * [--height 1400] [--name PREFIX] [--only overview,item]. The address is that of `seb view --no-open`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: 'string', default: '390,1280,2000' },
    schemes: { type: 'string', default: 'light,dark' },
    height: { type: 'string', default: '1400' },
    name: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
});
const [base, folder] = positionals;
if (base === undefined || folder === undefined) throw new Error('give the address of the viewer and a folder');
mkdirSync(folder, { recursive: true });

interface Screen {
  readonly name: string;
  /** Goes to the screen and waits for what it is about. */
  readonly open: (page: Page) => Promise<void>;
}

const patience = { timeout: 90_000 };

async function go(page: Page, path: string, awaited: string): Promise<void> {
  await page.goto('about:blank'); // a change of the hash alone would keep the scroll position
  await page.goto(`${base}#${path}`);
  await page.locator(awaited).first().waitFor(patience);
}

async function screensOf(page: Page): Promise<readonly Screen[]> {
  await go(page, '/', '.card, table, h1');
  await page.waitForTimeout(1_000);
  const items = await page.locator('nav.top a[href*="/items"]').first().getAttribute('href', patience);
  const run = /\/runs\/([^/]+)/.exec(items ?? '')?.[1] ?? '';
  const study = await page
    .locator('a[href*="/studies/"]')
    .first()
    .getAttribute('href', { timeout: 500 })
    .catch(() => null);
  const firstItem = async (on: Page, search: string) => {
    await go(on, `/runs/${run}/items?${search}`, '.grid span.state');
    await on.locator('.grid-body .grid-row span.state').first().click();
    await on.locator('.session').first().waitFor(patience);
  };
  return [
    { name: 'overview', open: (on) => go(on, '/', '.card, .run') },
    { name: 'run', open: (on) => go(on, `/runs/${run}`, '#cite') },
    { name: 'items', open: (on) => go(on, `/runs/${run}/items?state=wrong`, '.grid span.state') },
    { name: 'item', open: (on) => firstItem(on, 'state=wrong') },
    { name: 'compare', open: (on) => go(on, '/compare', '.difference') },
    { name: 'label', open: (on) => go(on, `/label?run=${run}&by=ann&count=20`, 'article.label, main p code') },
    ...(study === null
      ? []
      : [{ name: 'study', open: (on: Page) => go(on, study.replace(/^.*#/, ''), '.forest, [role=status]') }]),
  ];
}

const browser = await openBrowser();
const only = new Set(values.only.split(',').filter((name) => name !== ''));
for (const scheme of values.schemes.split(',')) {
  const colorScheme = scheme === 'dark' ? 'dark' : 'light';
  const page = await browser.newPage({ colorScheme });
  const screens = (await screensOf(page)).filter(({ name }) => only.size === 0 || only.has(name));
  for (const width of values.widths.split(',').map(Number)) {
    await page.setViewportSize({ width, height: Number(values.height) });
    for (const { name, open } of screens) {
      const path = join(folder, `${values.name}${name}-${width}-${scheme}.png`);
      try {
        await open(page);
        await page.waitForTimeout(300);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) process.stdout.write(`${name} at ${width}: ${overflow} px wider than the window\n`);
        await page.screenshot({ path });
      } catch (error) {
        process.stdout.write(`${name} at ${width}: ${error instanceof Error ? error.message.split('\n')[0] : error}\n`);
      }
    }
  }
  await page.close();
}
await browser.close();
