import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConditionSpread } from '../../src/results/estimate.ts';
import { accessibilityFindings } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { madeFinding } from '../support/made-findings.ts';
import { madeInput, type ReportInput } from '../support/report-input.ts';
import { scrollingFigures } from '../support/viewer.ts';
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

function withFindings(input: ReportInput): ReportInput {
  const [run = { id: '' }] = input.runs;
  const findings = models.map((model) => madeFinding({ run: run.id, condition: 'c', model, fit: 'too few' }));
  return { ...input, results: { ...input.results, findings } };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seb-page-'));
  [browser] = await Promise.all([
    openBrowser(),
    madeInput(made, { spreads: [spread] }).then((input) => writeMadeReport(withFindings(input), folder)),
  ]);
  const address = pathToFileURL(join(folder, 'report.html')).href;
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('console', (message) => noises.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => noises.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== address) noises.push(`request: ${request.url()}`);
  });
  await page.goto(address);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test('has the answer, its table and every section of the report, without a script or a request', async () => {
  expect(await page.title()).toBe(question);
  expect(await page.locator('script').count()).toBe(0);
  expect(await page.locator('figure svg').count()).toBeGreaterThan(8);
  expect(await page.locator('#table-verdicts').textContent()).toMatch(/70 %.*too few/s);
  for (const id of ['scores', 'conditions', 'figures', 'items', 'missing', 'methods', 'provenance', 'cite'])
    expect(await page.locator(`section#${id} > h2`).count(), id).toBe(1);
  const links = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const link of links) expect(await page.locator(`[id="${link.slice(1)}"]`).count(), link).toBe(1);
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index && !/^(mark|clip|gradient)/.test(id))).toEqual([]);
  expect(noises).toEqual([]);
});

test('has items of every experiment and model, each with its outcomes', async () => {
  expect(await page.locator('#items details.part').count()).toBe(3 * models.length);
  const part = page.locator('#items details.part').first();
  await part.locator('summary').first().click();
  await part.locator('details.item > summary').first().click();
  expect(await part.locator('table.units').first().locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await page.locator('#items').textContent()).toContain('seb view');
});

test('passes axe-core in both themes, and scrolls only vertically at 1280 and 390 px', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFindings(page)).toEqual([]);
  }
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const picture = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.picture svg > rect') as Element).fill);
  expect([await background(), await picture()]).toEqual(['rgb(13, 17, 23)', 'rgb(13, 17, 23)']);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await scrollingFigures(page)).toEqual([]);
    const answer = await page.locator('p.answer').first().boundingBox();
    expect((answer?.y ?? 800) + (answer?.height ?? 0)).toBeLessThan(800);
  }
});

test('shows right-to-left text in its direction, without reordering the text around it', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const cell = page.locator('#table-level-differences-restriction tbody td').nth(2);
  expect(await cell.textContent()).toBe(hebrew);
  const places = await page
    .locator('#table-conditions-restriction tbody td', { hasText: 'system' })
    .evaluate((element) => {
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

test('blocks every request and script of the page', async () => {
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
  const title = await page.evaluate(() => {
    const element = document.createElement('script');
    element.textContent = 'document.title = "taken over"';
    document.body.append(element);
    return document.title;
  });
  expect(title).toBe(question);
});
