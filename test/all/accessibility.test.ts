import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessibilityFindings } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { seb } from '../support/command.ts';
import { listenedPage, simulatedRunIn, startViewer, testFolder, type ViewedStore } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 120_000 }); // a browser is slow on a busy machine

const design = {
  targets: ['simulated/ann?private=0.8&skill=0.4', 'simulated/bob?private=0.8&skill=0.4'],
  arms: ['untrained', 'self', 'cross', 'scramble'],
  ...{ items: 'items.jsonl', tasks: ['animals'], itemsPerTask: { train: 20, test: 20 } },
  ...{ port: { port: 'simulated' }, samples: 3, predictionSamples: 3, resamples: 100 },
};
const flags = ['--experiment', 'association', 'restriction', 'difficulty', '--limit', '24', '--samples', '2'];

describe('accessibilityFindings', () => {
  const { folder, remove } = testFolder();
  let browser: Browser;
  let viewer: ViewedStore;
  let run: string;

  beforeAll(async () => {
    const items = await seb(['data', 'print', 'property/animals', '--limit', '120'], { folder });
    writeFileSync(join(folder, 'items.jsonl'), items.stdout);
    writeFileSync(join(folder, 'study.json'), JSON.stringify(design));
    const { stderr, code } = await seb(['study', 'introspection', 'study.json'], { folder });
    expect(code, stderr).toBe(0);
    run = await simulatedRunIn(folder, ['--model', 'simulated/ann', 'simulated/bob', ...flags]);
    [browser, viewer] = await Promise.all([openBrowser(), startViewer(folder)]);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await viewer?.stop();
    remove();
  });

  it.each(['light', 'dark'] as const)('finds nothing on any screen in the %s theme', async (scheme) => {
    const { page } = await listenedPage(browser, scheme);
    const findingsOn = async (screen: string, awaited: string) => {
      await page.locator(awaited).first().waitFor();
      return (await accessibilityFindings(page)).map((finding) => `${screen}: ${finding}`);
    };
    const open = async (path: string) => await page.goto(`${viewer.url}#${path}`);
    const found: string[] = [];
    await open('/');
    found.push(...(await findingsOn('overview', '.findings .verdict')));
    await page.locator('section[aria-label="Studies"] a').first().click();
    found.push(...(await findingsOn('study', '.pair .answer')));
    await open(`/runs/${run}`);
    found.push(...(await findingsOn('run', '#cite')));
    await open(`/runs/${run}/items`);
    found.push(...(await findingsOn('items', '.grid span.state')));
    await page.locator('.grid .col-title a').first().click();
    found.push(...(await findingsOn('item', '.session')));
    await open('/compare');
    found.push(...(await findingsOn('compare', '#changed')));
    await open(`/label?run=${run}&by=ann&count=5`);
    found.push(...(await findingsOn('label', 'article.label')));
    expect(found).toEqual([]);
    await page.close();
  });
});
