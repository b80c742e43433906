import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fitWords } from '../../src/results/verdict.ts';
import { openBrowser } from '../support/browser.ts';
import {
  listenedPage,
  scrollingFigures,
  simulatedRunIn,
  startViewer,
  testFolder,
  type ViewedStore,
} from '../support/viewer.ts';

vi.setConfig({ testTimeout: 120_000 }); // a browser is slow on a busy machine

const flags = ['--experiment', 'association', 'restriction', 'difficulty', '--limit', '20', '--samples', '2'];

describe('the viewer on a run of the bundled models', () => {
  const { folder, remove } = testFolder();
  let browser: Browser;
  let viewer: ViewedStore;
  let page: Page;
  let noises: string[];
  let run: string;

  beforeAll(async () => {
    [browser, run] = await Promise.all([
      openBrowser(),
      simulatedRunIn(folder, ['--model', 'bundled/ada', 'bundled/bo', ...flags]),
    ]);
    viewer = await startViewer(folder);
    ({ page, noises } = await listenedPage(browser));
    await page.goto(viewer.url);
    await page.locator('.findings .verdict').first().waitFor({ timeout: 90_000 });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await viewer?.stop();
    remove();
  });

  it('shows the verdicts with their numbers, and says what the models are', async () => {
    expect(await page.locator('h1').textContent()).toBe('Can ada and bo predict themselves?');
    const rows = page.locator('.findings tbody tr:not(.task)');
    expect(await rows.count()).toBe(6);
    expect(await page.locator('p.answer').textContent()).toMatch(
      /^(Yes in \d of \d scores|Partly: \d of \d scores|No sign in \d scores)/,
    );
    const words = fitWords.join('|');
    for (const text of await rows.allTextContents()) expect(text).toMatch(new RegExp(`\\d+ %.*(${words})`));
    expect(await page.locator('main').textContent()).toMatch(/our demonstration models/);
  });

  it('leads to a wrong item with both texts in two clicks', async () => {
    await page.locator('.findings a', { hasText: 'wrong' }).first().click();
    await page.locator('.grid span.state.wrong').first().click();
    await page.locator('.session.predict').first().waitFor();
    expect(await page.locator('.state.wrong').count()).toBeGreaterThan(0);
    expect(await page.locator('.session:not(.predict)').count()).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['run', '#cite'],
    ['items', '.grid span.state'],
    ['compare', '#changed'],
    ['label', 'article.label'],
  ])('fits the screen "%s" into windows from a phone to a wide one, light and dark', async (screen, awaited) => {
    const paths: Readonly<Record<string, string>> = {
      ...{ run: `/runs/${run}`, items: `/runs/${run}/items` },
      ...{ compare: '/compare', label: `/label?run=${run}&by=ann&count=5` },
    };
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [390, 730, 860, 900, 2000]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${viewer.url}#${paths[screen]}`);
        await page.locator(awaited).first().waitFor();
        const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(excess).toBeLessThanOrEqual(0); // the page is resized asynchronously
        const cut = () => page.locator('.grid .head .cell').evaluateAll(cutTexts);
        await expect.poll(cut, { message: `${width} px` }).toEqual([]);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('scrolls no figure of a run sideways on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${viewer.url}#/runs/${run}`);
    await page.locator('#cite').waitFor();
    await expect.poll(() => scrollingFigures(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('begins every screen at the same distance from the left', async () => {
    await page.setViewportSize({ width: 2000, height: 1000 });
    const screens = ['/', `/runs/${run}`, `/runs/${run}/items`, '/compare', `/label?run=${run}&by=ann&count=5`];
    const lefts: number[] = [];
    for (const screen of screens) {
      await page.goto(`${viewer.url}#${screen}`);
      const heading = page.locator('main :is(h1, h2)').first();
      await heading.waitFor();
      lefts.push(await heading.evaluate((element) => element.closest('main')?.getBoundingClientRect().left ?? -1));
    }
    expect(new Set(lefts).size, lefts.join(', ')).toBe(1);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('keeps a number-like text in the URL', async () => {
    await page.goto(`${viewer.url}#/runs/${run}/items`);
    await page.locator('.grid span.state').first().waitFor();
    await page.locator('input[type=search]').fill('00001');
    await page.waitForURL(/search=/);
    await page.reload();
    await page.locator('.grid span.state').first().waitFor();
    expect(await page.locator('input[type=search]').inputValue()).toBe('00001');
    await page.locator('input[type=search]').fill('{"a": 1}');
    await page.waitForURL(/search=%22/);
    await page.reload();
    const searched = () => page.locator('input[type=search]').inputValue();
    await expect.poll(searched).toBe('{"a": 1}');
    await page.goto(`${viewer.url}#/runs/${run}/items?search=12`);
    await expect.poll(searched).toBe('12');
  });

  it('finds items by a pattern', async () => {
    await page.goto(`${viewer.url}#/runs/${run}/items?experiment=restriction`);
    await page.locator('input[type=search]').fill('/-0000[12]$/');
    await page.waitForURL(/search=/);
    await page.waitForFunction(() => document.querySelector('.grid')?.getAttribute('aria-rowcount') === '5');
    await page.locator('input[type=search]').fill('/(){99999999999999}/');
    await page.locator('[role=alert]', { hasText: 'invalid search pattern: invalid repeat count' }).waitFor();
    expect(await page.locator('.grid').count()).toBe(0); // no rows that were not searched
    await page.locator('input[type=search]').fill('/-0000[12]$/');
    await page.waitForFunction(() => document.querySelector('.grid')?.getAttribute('aria-rowcount') === '5');
  });

  it('shows a running search until the rows arrive, also for a search in the URL', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/(counts|items)\?.*search=/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${viewer.url}#/runs/${run}/items?experiment=restriction`);
    await page.locator('.grid span.state').first().waitFor();
    await page.locator('input[type=search]').fill('i');
    await page.locator('[role=status]', { hasText: 'Searching titles and answers' }).waitFor();
    const reloaded = page.reload();
    await page.locator('[role=status]', { hasText: 'Searching titles and answers' }).waitFor();
    release();
    await reloaded;
    await page.locator('[role=status]', { hasText: 'of the rows below' }).waitFor();
    await page.unroute(/\/api\/(counts|items)\?.*search=/);
  });

  it('finds rows by an answer', async () => {
    await page.goto(`${viewer.url}#/runs/${run}/items?experiment=restriction`);
    // once the rows of the search are requested, the number of rows before it is no longer shown
    const requested = page.waitForRequest(/\/api\/items\?.*search=/);
    await page.locator('input[type=search]').fill('"CHOICE"');
    await requested;
    const found = await shownRows(page);
    expect(found).toMatch(/^\d\d+ rows/);
  });

  it('saves a figure as PNG of 300 dpi, and prints it alone on a page of its size', async () => {
    await page.goto(`${viewer.url}#/runs/${run}`);
    const figure = page.locator('#findings');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      figure.locator('button', { hasText: 'PNG' }).click(),
    ]);
    const png = readFileSync(await download.path());
    const [chunk, perMeter] = [png.indexOf('pHYs'), Math.round(300 / 0.0254)];
    expect(chunk).toBeGreaterThan(0);
    expect(png.readUInt32BE(chunk + 4)).toBe(perMeter);
    const wide = await figure.locator('.for-wide svg').evaluate((svg) => (svg as SVGSVGElement).viewBox.baseVal.width);
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(Math.floor((wide * 300) / 96));
    await page.evaluate(() => {
      window.print = () => {};
    });
    await figure.locator('button', { hasText: 'PDF' }).click();
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const [, width = '0'] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)/.exec(pdf) ?? [];
    expect(Math.abs(Number(width) - (wide * 72) / 96)).toBeLessThan(3);
    expect(pdf).not.toMatch(/\/Subtype\s*\/Image/); // vector graphics only
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await page.locator('.printed').count()).toBe(0);
    expect(noises).toEqual([]);
  });
});

/** Texts of elements that are wider than what is shown of them. */
function cutTexts(elements: readonly Element[]): readonly (string | null)[] {
  return elements.filter((each) => each.scrollWidth > each.clientWidth).map(({ textContent }) => textContent);
}

/** Returns the number of rows under the table, once it is known. */
async function shownRows(page: Page): Promise<string> {
  const status = page.locator('p[role=status]', { hasText: /\d rows?\./ });
  await status.waitFor();
  return (await status.textContent()) ?? '';
}
