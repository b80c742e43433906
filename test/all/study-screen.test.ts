import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { studyResultSchema } from '../../src/results/study-result.ts';
import { percentText, pointsText } from '../../src/util/numbers.ts';
import { accessibilityFindings } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { seb } from '../support/command.ts';
import { listenedPage, scrollingFigures, startViewer, testFolder, type ViewedStore } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 120_000 }); // a browser is slow on a busy machine

const design = {
  targets: ['simulated/ann?private=0.8&skill=0.4', 'simulated/bob?private=0.8&skill=0.4'],
  arms: ['untrained', 'self', 'cross', 'scramble'],
  ...{ items: 'items.jsonl', tasks: ['animals'], itemsPerTask: { train: 40, test: 40 } },
  ...{ port: { port: 'simulated' }, samples: 4, predictionSamples: 4, resamples: 200 },
};

describe('the study screen', () => {
  const { folder, remove } = testFolder();
  let browser: Browser;
  let viewer: ViewedStore;
  let page: Page;
  let noises: string[];
  let result: ReturnType<typeof studyResultSchema.parse>;

  beforeAll(async () => {
    const items = await seb(['data', 'print', 'property/animals', '--limit', '300'], { folder });
    writeFileSync(join(folder, 'items.jsonl'), items.stdout);
    writeFileSync(join(folder, 'study.json'), JSON.stringify(design));
    const store = ['--store', '.seb/store.sqlite'];
    const { stdout, stderr, code } = await seb(['study', 'introspection', 'study.json', '--json', ...store], {
      folder,
    });
    expect(code, stderr).toBe(0);
    result = studyResultSchema.parse(JSON.parse(stdout));
    [browser, viewer] = await Promise.all([openBrowser(), startViewer(folder)]);
    ({ page, noises } = await listenedPage(browser));
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await viewer?.stop();
    remove();
  });

  /** Expects the study's verdict, definitions and matrix on the first screen, and nothing of its runs' findings. */
  const expectFirstLook = async (on: Page) => {
    const look = on.locator('section[aria-label="Findings"]');
    await look.locator('figure[id^="study-matrix-"] .picture svg:visible').waitFor({ timeout: 90_000 });
    expect(await on.locator('h1').textContent()).toBe('Can ann and bob be trained to know themselves?');
    expect(await look.locator('.answer').textContent()).toContain('These copies');
    const definitions = (await look.locator('.definitions').textContent()) ?? '';
    const [pair] = result.pairs;
    for (const value of Object.values(pair?.accuracy ?? {})) expect(definitions).toContain(percentText(value));
    for (const value of [pair?.I.quantity.value, pair?.E.quantity.value])
      expect(definitions).toContain(pointsText(value ?? Number.NaN));
    expect(await look.getByRole('heading').allTextContents()).toEqual(['What limits this', 'What to do next']);
    expect(await on.locator('.findings').count()).toBe(0);
  };

  /** Expects no finding of axe-core; opens every folded part. */
  const expectAccessible = async (on: Page) => {
    for (const scheme of ['light', 'dark'] as const) {
      await on.emulateMedia({ colorScheme: scheme });
      expect(await accessibilityFindings(on), scheme).toEqual([]);
    }
  };

  const expectResult = async (on: Page) => {
    await on.locator('.pair').first().waitFor();
    expect(await on.locator('h1').textContent()).toBe('Can ann and bob be trained to know themselves?');
    const [pair] = result.pairs;
    const text = (await on.locator('#differences-ann-bob').textContent()) ?? '';
    for (const value of [pair?.I.quantity.value, pair?.E.quantity.value, ...(pair?.I.quantity.interval ?? [])]) {
      expect(text).toContain((100 * Math.abs(value ?? Number.NaN)).toFixed(1));
    }
    expect(await on.locator('.pair .answer').textContent()).toContain('These copies');
    const matrix = on.locator('#predictors tbody tr');
    expect(await matrix.count()).toBe(result.predictors.length);
    const accuracy = pair?.accuracy;
    const definitions = (await on.locator('.definitions').textContent()) ?? '';
    for (const value of [accuracy?.aa, accuracy?.ab, accuracy?.ba, accuracy?.bb])
      expect(definitions).toContain(percentText(value ?? Number.NaN)); // the subtraction is written out
    expect(definitions).toContain(pointsText(pair?.E.quantity.value ?? Number.NaN));
    expect(await on.getByText(/Not measured/).count()).toBe(1);
    const figure = on.locator('figure[id^="study-matrix-"]');
    const own = (100 * (result.pairs[0]?.accuracy?.aa ?? Number.NaN)).toFixed(0);
    expect(await figure.locator('.picture svg').textContent()).toContain(own);
    expect(await figure.locator('figcaption').textContent()).toContain('Share of right predictions');
    for (const [section, count] of [
      ['who', 2],
      ['properties', 1],
      ['calibration', 1],
    ] as const) {
      expect(await on.locator(`#${section} figure .picture svg:visible`).count(), section).toBe(count);
    }
    const excess = () => on.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess).toBeLessThanOrEqual(0); // the page is resized asynchronously
  };

  it('shows verdict, matrix and calibration of a finished study, with the numbers of --json', async () => {
    await page.goto(viewer.url);
    await expectFirstLook(page);
    expect(await page.locator('details', { hasText: 'runs of a study' }).getAttribute('open')).toBe(null);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All figures and tables of this study' }).click();
    await expectResult(page);
    const repeated = page.locator('section:has(> h2)').evaluateAll((sections) =>
      sections.flatMap((section) => {
        const title = section.querySelector('h2')?.textContent;
        return [...section.querySelectorAll('h3')].flatMap((each) => (each.textContent === title ? [title] : []));
      }),
    );
    expect(await repeated).toEqual([]);
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectResult(page);
    await expect.poll(() => scrollingFigures(page)).toEqual([]);
    expect(noises).toEqual([]);
  });

  it('is part of the report of the runs that the study used', async () => {
    const { code, stderr } = await seb(['report', '--out', 'report'], { folder });
    expect(code, stderr).toBe(0);
    const figures = readdirSync(join(folder, 'report', 'figures')).filter((name) => name.startsWith('study-'));
    const kinds = ['calibration', 'differences', 'matrix', 'properties'];
    expect(figures.map((name) => name.replace(/-[0-9a-f]{8}/, '')).toSorted()).toEqual(
      kinds.flatMap((kind) => ['.dark.svg', '.pdf', '.svg', '.vl.json'].map((end) => `study-${kind}${end}`)),
    );
    expect(readFileSync(join(folder, 'report', 'report.md'), 'utf8')).toContain('Who predicts whom, by training');
    const report = await browser.newPage();
    await report.goto(pathToFileURL(join(folder, 'report', 'report.html')).href);
    expect(await report.locator('p.answer').count()).toBe(1);
    for (const id of ['properties', 'calibration']) expect(await report.locator(`section#${id}`).count(), id).toBe(1);
    await expectAccessible(report);
    await report.close();
  }, 240_000);
});
