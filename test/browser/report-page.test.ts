import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConditionSpread } from '../../src/results/estimate.ts';
import { openBrowser } from '../support/browser.ts';
import { madeInput } from '../support/report-input.ts';
import { writeMadeReport } from '../support/write-report.ts';

const models = ['some/model', 'other/model-with-<b>markup</b>', 'bundled/small'];
const made = { models, items: 10, samples: 2, seed: 7, losses: 0.1, probabilities: false };

const hebrew = 'ענה בקצרה, בלי הסברים (עד 20 מילים).';
const spread: ConditionSpread = {
  ...{ run: 'r', experiment: 'restriction', model: 'some/model', measure: 'accuracy', unit: 'share', policy: 'parsed' },
  conditions: [
    { condition: 'paper, direct', value: 0.5, n: 10 },
    { condition: `paper, direct, he, system: ${hebrew}`, value: 0.7, n: 10 },
  ],
  ...{ mean: 0.6, interval: [0.5, 0.7], level: 0.95, method: 'made', deviation: 0.14, range: [0.5, 0.7], clusters: 10 },
  differences: [],
  factors: [{ factor: 'system', first: 'none', second: hebrew, difference: -0.2, interval: [-0.3, -0.1] }],
};

const question = 'Can some/model, other/model-with-<b>markup</b> and small predict themselves?';

let folder: string;
let browser: Browser;
let page: Page;
/** Requests, errors and warnings, which a correct page does not cause. */
const noises: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seb-page-'));
  [browser] = await Promise.all([
    openBrowser(),
    madeInput(made, { spreads: [spread] }).then((input) => writeMadeReport(input, folder)),
  ]);
  const address = pathToFileURL(join(folder, 'report.html')).href;
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('console', (message) => noises.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => noises.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('blob:')) noises.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  await page.locator('#cite').waitFor();
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('details.part')) part.open = true;
  });
  await page.locator('#cite pre').waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const scores = '#scores-association';

async function firstColumn(): Promise<readonly string[]> {
  return page.locator(`${scores} tbody th`).allTextContents();
}

test('opens without console messages and requests', async () => {
  expect(await page.title()).toBe(question);
  expect(await page.locator('figure svg').count()).toBeGreaterThan(8);
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index && !/^(mark|clip|gradient)/.test(id))).toEqual([]);
  expect(noises).toEqual([]);
});

test('sorts tables by a column in both directions, with absent values last', async () => {
  const values = async () =>
    (await page.locator(`${scores} tbody tr td:nth-child(2)`).allTextContents()).map((text) => Number.parseFloat(text));
  const button = page.locator(`${scores} thead th:nth-child(2) button`);
  await button.click();
  const rising = await values();
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  expect(await page.locator(`${scores} thead th:nth-child(2)`).getAttribute('aria-sort')).toBe('ascending');
  await button.click();
  expect(await values()).toEqual(rising.toReversed());
  await page.locator(`${scores} thead th:nth-child(1) button`).click();
  expect(await firstColumn()).toEqual(models.toSorted());
  const skills = page.locator(`#scores-restriction thead th`, { hasText: 'other models' }).locator('button');
  await skills.click();
  expect(await page.locator('#scores-restriction tbody tr').count()).toBe(3);
});

test('shows the numbers of the mark under the pointer as text', async () => {
  const mark = page.locator('#association-metrics [aria-roledescription="point"][aria-label^="other/model"]').first();
  await mark.scrollIntoViewIfNeeded();
  await mark.hover();
  const tip = page.locator('#tip');
  await tip.waitFor();
  const lines = await tip.locator('div').allTextContents();
  expect(lines[0]).toBe('other/model-with-<b>markup</b>');
  expect(lines[1]).toMatch(/^accuracy: 0\.\d{3} \[0\.\d{3}, [01]\.\d{3}\]$/);
  expect(await tip.locator('b').count()).toBe(0);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'hidden' });
});

test('shows right-to-left text in its direction, without reordering the text around it', async () => {
  const cell = page.locator('#level-differences-restriction tbody td').nth(2);
  expect(await cell.textContent()).toBe(hebrew);
  const places = await page.locator('#conditions-restriction tbody td', { hasText: 'system' }).evaluate((element) => {
    const passage = element.querySelector('bdi bdi') as Element;
    const placeOf = (node: Node, at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { left, top } = range.getBoundingClientRect();
      return { left, top };
    };
    const text = passage.firstChild as Text;
    const last = text.data.length - 1; // the period, on the line of the word before it
    return {
      direction: getComputedStyle(passage).direction,
      before: getComputedStyle(element).direction,
      stop: placeOf(text, last),
      word: placeOf(text, last - 3),
    };
  });
  expect(places).toMatchObject({ direction: 'rtl', before: 'ltr' });
  expect(places.stop.top).toBe(places.word.top);
  expect(places.stop.left).toBeLessThan(places.word.left);
});

test('saves figures as SVG and as Vega-Lite', async () => {
  const figure = page.locator('#association-metrics');
  const save = async (name: string): Promise<Download> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      figure.locator('button', { hasText: name }).click(),
    ]);
    return download;
  };
  const svg = await save('SVG');
  expect(svg.suggestedFilename()).toBe('association-metrics.svg');
  expect(readFileSync(await svg.path(), 'utf8')).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  const spec = await save('Vega-Lite');
  expect(JSON.parse(readFileSync(await spec.path(), 'utf8'))).toMatchObject({
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  });
});

test('uses dark colors in dark mode, and scrolls only vertically in narrow windows', async () => {
  const colours = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector('.picture svg > rect') as Element).fill,
    ]);
  expect(await colours()).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colours).toEqual(['rgb(13, 17, 23)', 'rgb(13, 17, 23)']);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('blocks every request of the page', async () => {
  expect(noises).toEqual([]);
  const refused = await page.evaluate(async () => {
    const image = new Promise<string>((resolve) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective), {
        once: true,
      });
      const element = document.createElement('img');
      element.src = 'http://127.0.0.1:9/x.png';
      document.body.append(element);
    });
    return [
      await image,
      await fetch('http://127.0.0.1:9/').then(
        () => 'fetched',
        () => 'refused',
      ),
    ];
  });
  expect(refused).toEqual(['img-src', 'refused']);
  const script = await page.evaluate(() => {
    const element = document.createElement('script');
    element.textContent = 'document.title = "taken over"';
    document.body.append(element);
    return document.title;
  });
  expect(script).toBe(question);
});
