import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scoreMark } from '../../src/report/figures/marks/verdict-marks.ts';
import { fitWords } from '../../src/results/verdict.ts';
import { openBrowser } from '../support/browser.ts';
import { listenedPage, simulatedRunIn, startViewer, testFolder, type ViewedStore } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 120_000 }); // a browser beside other work is slow

const models = Array.from(
  { length: 13 },
  (_, index) => `simulated/a-model-with-hyphens-${index}?self=0.${index % 10}&format=0.05`,
);
const flags = [
  '--experiment',
  'association',
  'restriction',
  '--limit',
  '40',
  '--tag',
  'nightly',
  '--note',
  'a first try',
];

describe('a run with more verdicts than cards fit', () => {
  const { folder, remove } = testFolder();
  let browser: Browser;
  let viewer: ViewedStore;
  let run: string;
  let page: Page;
  let noises: string[];

  beforeAll(async () => {
    run = await simulatedRunIn(folder, ['--model', ...models, ...flags]);
    [browser, viewer] = await Promise.all([openBrowser(), startViewer(folder)]);
    ({ page, noises } = await listenedPage(browser));
    await page.goto(viewer.url);
    await page.locator('table .verdict').first().waitFor(); // the run is indexed
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await viewer?.stop();
    remove();
  });

  const open = async () => {
    await page.goto('about:blank');
    await page.goto(`${viewer.url}#/runs/${run}`);
    await page.locator('table .verdict').first().waitFor();
  };

  it.each([390, 1280])('shows every verdict at %d px, and a wrong item in two clicks', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await open();
    const answer = (await page.locator('p.answer').first().textContent()) ?? '';
    const [, tested, without = 0] =
      /(?:of|in) (\d+) scores.*?(?:; (\d+) more ha(?:s|ve) no verdict)?\.$/.exec(answer) ?? [];
    expect(Number(tested) + Number(without), answer).toBe(26);
    const places = await page.locator('table .verdict').evaluateAll((words) =>
      words.map((word) => {
        const { left, right } = word.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      }),
    );
    expect(places).toEqual(Array(26).fill(true));
    await page
      .locator('a', { hasText: /^wrong$/ })
      .first()
      .click();
    await page.locator('.grid span.state.wrong').first().click();
    await page.locator('.session.predict').first().waitFor();
    expect(noises).toEqual([]);
  });

  it('has the answer and the whole figure on the first screen of 1280 x 800, the table and what limits it below', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open();
    await page.locator('#cite').waitFor();
    const box = async (place: string) =>
      (await page.locator(place).first().boundingBox()) ?? { y: 1e6, height: 0, width: 0 };
    expect(await page.locator('ul.next code').allTextContents()).not.toContainEqual(expect.stringContaining('--store'));
    const figure = await box('.evidence .picture.for-wide svg');
    expect(figure.y + figure.height).toBeLessThan(800);
    expect(figure.width).toBeGreaterThan(1050); // the figure has the whole width of the page
    const tops = await Promise.all(['p.answer', '.evidence', 'table.findings', '.limits'].map(box));
    expect(tops.map(({ y }) => y)).toEqual(tops.map(({ y }) => y).toSorted((one, other) => one - other));
  });

  it('has a line for each model at 390 px, what marks mean above them, and no name broken at a hyphen', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open();
    await page.locator('#cite').waitFor();
    const textTop = async (text: RegExp) =>
      (await page.locator('.for-narrow svg text', { hasText: text }).first().boundingBox())?.y ?? 1e6;
    expect(await textTop(/^(useful|informative|no sign)/)).toBeLessThan(await textTop(/^a-model/));
    expect(await textTop(/^a-model/)).toBeLessThan(800);
    const cells = await page.locator('table.findings tbody tr:not(.task)').evaluateAll((all) =>
      all.map((row) =>
        [...row.children].flatMap((cell) => {
          const { top, width } = cell.getBoundingClientRect();
          return width === 0 ? [] : [Math.round(top)];
        }),
      ),
    );
    expect(cells).toHaveLength(26);
    for (const tops of cells) expect([new Set(tops).size, tops.length <= 5]).toEqual([1, true]); // name, score, words, items
    const lines = await page.locator('main :is(h1 .whole, .answer .whole, table .unbroken)').evaluateAll((names) =>
      names.map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
    expect(lines.length).toBeGreaterThanOrEqual(26);
    expect(lines.filter((count) => count !== 1)).toEqual([]);
  });

  it('shows tags and note of a run, and the runs of a tag alone', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('about:blank');
    await page.goto(viewer.url);
    const row = page.locator(`[data-run="${run}"]`);
    await row.waitFor();
    expect(await row.textContent()).toMatch(/nightly.*a first try/);
    const chip = page.locator('fieldset.chips button', { hasText: 'nightly' });
    await chip.click();
    expect(await chip.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('table.runs tbody tr').count()).toBe(1);
  });

  it('shows a verdict by one mark in the figure and in the table', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open();
    const colorsOf = async (place: string) => {
      const colors = await page.locator(place).evaluateAll((marks) => marks.map((mark) => mark.getAttribute('stroke')));
      return new Set(colors);
    };
    const colors = new Set(fitWords.map((fit) => scoreMark(fit, 'not asked').color));
    const inFigure = await colorsOf('.for-wide svg .role-mark path[aria-label*="score"]');
    expect(await colorsOf('table .verdict .mark path')).toEqual(inFigure);
    expect([...inFigure].filter((color) => color === null || !colors.has(color))).toEqual([]);
  });

  it('cuts nothing on paper', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 }); // A4 within margins of 1 cm
    await open();
    await page.locator('#cite').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint'))); // opens what is folded
    expect(await page.locator('details.part:not([open])').count()).toBe(0);
    const wide = await page
      .locator('main :is(h1, h2, h3, p, table, svg, pre)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`),
      );
    expect(wide).toEqual([]);
    await page.emulateMedia({ media: null });
  });
});
