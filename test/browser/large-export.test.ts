import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { ReportFolder } from '../../src/report/export/report-folder.ts';
import type { ReportFacts } from '../../src/report/report-input.ts';
import type { ScoredItem } from '../../src/run/outcomes/outcome-rows.ts';
import { runItems } from '../../src/run/stored-run.ts';
import { PagePass } from '../../src/view/page/page-pass.ts';
import { openViewerPage } from '../../src/view/page/static-page-files.ts';
import { openBrowser } from '../support/browser.ts';
import { noResults } from '../support/no-results.ts';
import { openBench } from '../support/simulated-run.ts';
import { testFolder } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 120_000 }); // a browser is slow on a busy machine

const outcomes = 50_500;

/** Returns an item of a run under another name: equal answers in separate rows. */
function renamed(item: ScoredItem, copy: number): ScoredItem {
  const rows = item.rows.map((row) => ({ ...row, item: `${row.item}-${copy}`, cluster: `${row.cluster}-${copy}` }));
  return { ...item, rows };
}

describe('an export of more than 50,000 outcomes', () => {
  const { folder, remove } = testFolder();
  let browser: Browser;
  let server: Server;
  let written = 0;

  beforeAll(async () => {
    const bench = await openBench();
    try {
      const options = { model: ['simulated/a'], experiment: ['association'], limit: 20 };
      const { record } = await bench.run(options);
      const experiments = experimentRegistry();
      const items: ScoredItem[] = [];
      for await (const item of runItems(bench.store, record, experiments)) items.push(item);
      const datasets = record.config.experiments.map(({ name, dataset }) => ({
        ...{ name: dataset.name, experiment: name, sha256: dataset.sha256 },
        ...{ licence: 'CC-BY-4.0', origin: 'made for a test', redistributable: true },
      }));
      const facts: ReportFacts = {
        ...{ experiments, runs: [record], datasets, estimates: [], comparison: null, spreads: [], agreements: [] },
        ...{ contrasts: [], results: noResults, served: [], rasch: null, published: null },
      };
      const reportFolder = new ReportFolder(folder);
      const page = openViewerPage([])(facts, reportFolder);
      const collector = page.collectRows();
      for (let copy = 0; written < outcomes; copy += 1) {
        for (const item of items) {
          const named = renamed(item, copy);
          for (const row of named.rows) collector.row(row);
          const described = page.add(named, { rows: named.rows, isOpen: true });
          if (described !== null) collector.item(described);
          written += item.rows.length;
        }
      }
      await page.write('index.html', {
        facts,
        pass: new PagePass(experiments).finish(),
        drawn: null,
        collected: collector.finish(),
      });
      reportFolder.finish();
    } finally {
      await bench.close();
    }
    browser = await openBrowser();
    server = createServer(({ url = '/' }, response) => {
      const name = /^\/(index\.html|data\/texts-\d+\.bin)$/.exec(url)?.[1];
      if (name === undefined) response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'Content-Type': name.endsWith('.html') ? 'text/html' : 'application/octet-stream' })
          .end(readFileSync(join(folder, name)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    remove();
  });

  /** Opens an item far down in the list; returns the page. */
  const openFarItem = async (base: string): Promise<{ readonly page: Page; readonly requests: readonly string[] }> => {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${base}#/runs/all/items`);
    await page.locator('nav.top a', { hasText: 'Items' }).click();
    await page.locator('.grid span.state').first().waitFor();
    expect(await page.locator('.grid').getAttribute('aria-rowcount')).toBe(String(written + 1));
    await page.locator('.grid').focus();
    await page.keyboard.press('End');
    await page.locator(`#row-${written - 1} span.state`).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.neighbors', { hasText: `of ${written.toLocaleString('en')}` }).waitFor();
    return { page, requests };
  };

  it('keeps its texts in files beside a page of a few megabytes', () => {
    expect(readdirSync(join(folder, 'data')).length).toBeGreaterThan(50);
    expect(statSync(join(folder, 'index.html')).size).toBeLessThan(3_000_000);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toContain('id="seb-texts-0"');
  });

  it('shows any item with its answers from a static server, loading one file of texts', async () => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`;
    const { page, requests } = await openFarItem(base);
    await page.locator('.session.predict').waitFor();
    expect(requests.filter((url) => url.includes('/data/'))).toHaveLength(1);
    await page.close();
  });

  it('shows all but the answers from a file', async () => {
    const { page } = await openFarItem(pathToFileURL(join(folder, 'index.html')).href);
    await page.locator('.note', { hasText: 'This report does not contain prompts and answers' }).waitFor();
    expect(await page.locator('section[aria-label="Outcome"] tbody tr').count()).toBeGreaterThan(0);
    await page.close();
  });
});
