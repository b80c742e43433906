import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { seb } from '../support/command.ts';
import { listenedPage, startViewer, testFolder, type ViewedStore } from '../support/viewer.ts';

const { folder, remove } = testFolder();
let browser: Browser;
let viewer: ViewedStore;
beforeAll(async () => {
  browser = await openBrowser();
  const flags = ['--experiment', 'injection', '--limit', '1', '--temperature', '0', '--factor', 'noise=statement'];
  expect(await seb(['run', '--model', 'bundled/ada', ...flags], { folder })).toMatchObject({ code: 0 });
  viewer = await startViewer(folder);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await viewer?.stop();
  remove();
});

it('marks the text that was inserted into an answer, in its place, and names it', async () => {
  const shown = await seb(['show', 'latest', 'injection-00001', '--json'], { folder });
  const [item] = JSON.parse(shown.stdout) as {
    readonly sessions: readonly { readonly slot: string; readonly answer: { readonly text: string } }[];
  }[];
  const answer = item?.sessions.find(({ slot }) => slot === 'inserted')?.answer.text ?? '';
  const { page, noises } = await listenedPage(browser);
  await page.goto(viewer.url);
  await page.getByRole('link', { name: 'Items', exact: true }).click();
  await page
    .getByRole('link', { name: /Which number comes next/ })
    .first()
    .click();
  const inserted = page.locator('pre.said ins');
  await inserted.first().waitFor();
  const marked = (await inserted.allTextContents()).join('');
  expect(marked).toMatch(/^ So the right option is [A-D]\) /i);
  expect(answer).toContain(marked);
  const block = page.locator('pre.said', { has: page.locator('ins') });
  expect(await block.textContent()).toBe(answer);
  expect(await page.getByText('Inserted, not written by the model').textContent()).toContain(JSON.stringify(marked));
  expect(noises).toEqual([]);
}, 180_000);
