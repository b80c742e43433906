import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { seb } from '../support/command.ts';
import { listenedPage, simulatedRunIn, testFolder } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 120_000 }); // a browser beside other work is slow

const models = Array.from({ length: 13 }, (_, index) => `simulated/m${index}?self=0.${index % 10}&format=0.05`);
const flags = ['--experiment', 'association', 'restriction', '--limit', '40'];

describe('an export with more verdicts than cards fit', () => {
  const { folder, remove } = testFolder();
  let browser: Browser;
  let page: Page;
  let noises: string[];

  beforeAll(async () => {
    [browser] = await Promise.all([openBrowser(), simulatedRunIn(folder, ['--model', ...models, ...flags])]);
    const { code, stderr } = await seb(['view', '--export', 'site'], { folder });
    expect(code, stderr).toBe(0);
    ({ page, noises } = await listenedPage(browser));
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    remove();
  });

  const open = async () => {
    await page.goto('about:blank');
    await page.goto(pathToFileURL(join(folder, 'site', 'index.html')).href);
    await page.locator('table .verdict').first().waitFor();
  };

  it.each([390, 1280])('shows every verdict at %d px, and a wrong item in two clicks', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await open();
    expect(await page.locator('p.answer').first().textContent()).toMatch(
      / of 26 scores (are|is) above the best constant answer/,
    );
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
