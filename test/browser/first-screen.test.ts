import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportInput } from '../../src/report/report-input.ts';
import type { Finding } from '../../src/results/finding.ts';
import { openBrowser } from '../support/browser.ts';
import { madeFinding } from '../support/made-findings.ts';
import { madeInput } from '../support/report-input.ts';
import { listenedPage } from '../support/viewer.ts';
import { writeMadeReport } from '../support/write-report.ts';

const models = ['some/model', 'other/model-with-<b>markup</b>', 'bundled/small'];
const made = { models, items: 10, samples: 2, seed: 7, losses: 0.1, probabilities: false };

describe('the first screen of report.html', () => {
  let folder: string;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'seb-first-'));
    [browser] = await Promise.all([
      openBrowser(),
      madeInput(made).then((input) => writeMadeReport(withFindings(input), folder)),
    ]);
    address = pathToFileURL(join(folder, 'report.html')).href;
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Returns what the page shows before its application has run. */
  async function withoutScripts() {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(address);
    const shown = {
      text: await page.locator('main').textContent(),
      figures: await page.locator('figure svg').count(),
      verdicts: await page.locator('section[aria-label="Findings"]:has(.answer)').innerHTML(),
      links: await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    };
    await page.close();
    return shown;
  }

  it('has question and verdicts before a script runs', async () => {
    const { text, links, figures } = await withoutScripts();
    expect(text).toContain('Can some/model, other/model-with-<b>markup</b> and small predict themselves?');
    expect(text).toMatch(/70 %.*too few/);
    expect(figures).toBe(2); // for wide and narrow windows
    expect(links.length).toBeGreaterThan(models.length);
    expect(links.filter((link) => link?.startsWith('#/runs/') !== true)).toEqual([]);
  });

  it('keeps the markup when the application starts', async () => {
    const { page, noises } = await listenedPage(browser);
    await page.goto(address);
    await page.locator('#cite').waitFor();
    const verdicts = await page.locator('section[aria-label="Findings"]:has(.answer)').innerHTML();
    const withoutFile = (markup: string) =>
      markup.replaceAll(/<!--.*?-->/g, '').replaceAll(/href="[^"#]*#/g, 'href="#');
    expect(withoutFile((await withoutScripts()).verdicts) === withoutFile(verdicts)).toBe(true);
    expect(noises).toEqual([]);
    await page.close();
  });

  it('opens the screen of a link that is clicked before the application has started', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => document.querySelector<HTMLElement>('.more a')?.click());
    });
    await page.goto(address);
    await page.locator('.grid span.state').first().waitFor();
    expect(page.url()).toMatch(/#\/runs\/[^/]+\/items\?state=wrong$/);
    await page.close();
  });

  it('is not shown at the address of another screen', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        Reflect.set(window, 'first', document.getElementById('root')?.textContent);
      });
    });
    await page.goto(`${address}#/compare`);
    await page.locator('main h1').waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'first'))).toBe('');
    await page.close();
  });

  it('reads the data of the rest after the application', () => {
    const html = readFileSync(join(folder, 'report.html'), 'utf8');
    const places = ['class="answer', 'id="seb-opening"', 'id="seb-core"', 'id="seb-program"'].map((at) =>
      html.indexOf(at),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(html.slice(0, places[2]).length).toBeLessThan(300_000); // with the first figure;
  });
});

function withFindings(input: ReportInput): ReportInput {
  const [run = { id: '' }] = input.runs;
  const findings = models.map(
    (model): Finding => madeFinding({ run: run.id, condition: 'c', model, verdict: 'too few' }),
  );
  return { ...input, results: { ...input.results, findings } };
}
