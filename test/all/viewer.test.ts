import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pageTable } from '../../src/report/tables/verdict-table.ts';
import { openBrowser } from '../support/browser.ts';
import { seb, start } from '../support/command.ts';
import { type LoopbackServer, loopbackServer, sendJson, unusedPort } from '../support/models/loopback-server.ts';
import { listenedPage, simulatedRunIn, startViewer, testFolder, type ViewedStore } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 120_000 }); // a browser is slow on a busy machine

const models = ['simulated/ada?self=0.9&format=0.1', 'simulated/bo', 'simulated/cy'];
const flags = ['--experiment', 'association', 'restriction', '--limit', '25', '--samples', '2'];

describe('seb view', () => {
  const { folder, remove } = testFolder();
  const file = './.seb/store.sqlite';
  let browser: Browser;
  let viewer: ViewedStore;
  let page: Page;
  let noises: string[];
  let run: string;
  let server: LoopbackServer;

  beforeAll(async () => {
    server = await loopbackServer();
    [browser, run] = await Promise.all([openBrowser(), simulatedRunIn(folder, ['--model', ...models, ...flags])]);
    viewer = await startViewer(folder, ['--store', file, '--port', String(await unusedPort())]); // stays free while the viewer is away
    ({ page, noises } = await listenedPage(browser));
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await viewer?.stop();
    await server?.close();
    remove();
  });

  /** Opens a path in a new document: a change of the path alone would show the rows of the path before for a while. */
  const open = async (path: string, on: Page = page) => {
    await on.goto('about:blank');
    await on.goto(`${viewer.url}#${path}`);
    await on.locator('h1').first().waitFor();
  };

  it('shows verdicts and runs of the store once they are read', async () => {
    await open('/');
    expect(await page.locator('h1').textContent()).toBe('Can ada, bo and cy predict themselves?');
    await page.locator('.findings .verdict').first().waitFor({ timeout: 60_000 });
    expect(await page.locator('.findings .verdict').count()).toBe(6);
    await page.locator('#findings .for-wide svg').waitFor();
    expect(await page.locator(`[data-run="${run}"]`).textContent()).toContain('finished');
    await page.locator(`[data-run="${run}"] a`).click();
    await page.locator('.contents a', { hasText: 'Scores' }).click();
    await page.locator('#scores table').first().waitFor();
    expect(noises).toEqual([]);
  });

  it('has every number of the report’s main table, under the same words and levels', async () => {
    await open('/');
    await page.locator('.findings .verdict').first().waitFor({ timeout: 60_000 });
    const headers = (await page.locator('.findings thead th').allTextContents()).map((text) =>
      text.replaceAll(/\s/g, ' '),
    );
    const { findings } = JSON.parse((await seb(['report', '--store', file, '--json'], { folder })).stdout);
    const columns = pageTable(findings).columns.map(({ name }) => name);
    expect(columns.filter((name) => !headers.includes(name))).toEqual([]);
  });

  it('says what to do next with commands for the store that it shows', async () => {
    await open('/');
    await page.locator('ul.next code').first().waitFor({ timeout: 60_000 });
    const commands = await page.locator('ul.next code').allTextContents();
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands)
      expect(command).toMatch(/^\S.* (items|compare|report|run) .*--store \.\/\.seb\/store\.sqlite$/);
  });

  it('filters rows, keeps the filter in the address, and restores it from there', async () => {
    await open(`/runs/${run}/items`);
    const rows = page.locator('.grid');
    await page.locator('.chip', { hasText: 'wrong' }).click();
    await page
      .locator('select')
      .nth(1)
      .selectOption(models[1] ?? '');
    await page.locator('input[type=search]').fill('-0000');
    await page.waitForURL(/search=-0000/);
    expect(page.url()).toMatch(/state=wrong/);
    expect(page.url()).toMatch(/model=simulated/);
    const other = await browser.newPage();
    await other.goto(page.url());
    await other.locator('.grid span.state').first().waitFor();
    const total = await other.locator('.grid').getAttribute('aria-rowcount');
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe(total);
    expect(Number(total)).toBeGreaterThan(1);
    const texts = await other.locator('.grid-body .grid-row').allTextContents();
    expect(texts.every((text) => text.includes('simulated/bo') && text.includes('wrong'))).toBe(true);
    await other.close();
  });

  it("shows the distinguishing part of each model's name uncut, with the full name as tooltip", async () => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await open(`/runs/${run}/items`);
    await page.locator('.grid span.state').first().waitFor();
    const names = await page.locator('.grid-body .model').evaluateAll((cells) =>
      cells.map((cell) => ({
        text: cell.textContent,
        title: cell.getAttribute('title'),
        isCut: cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth + 1,
      })),
    );
    expect(new Set(names.map(({ title }) => title))).toEqual(new Set(models));
    for (const { text, title, isCut } of names) expect([text, isCut]).toEqual([title?.split('?')[0], false]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('sorts by a column and hides columns, both in the address', async () => {
    await open(`/runs/${run}/items?experiment=association`);
    const score = page.locator('.head button', { hasText: 'score' });
    await score.click();
    await score.click();
    await page.waitForURL(/sort=score/);
    await expect
      .poll(async () => {
        const values = (await page.locator('.grid-body .col-score').allTextContents()).map(Number.parseFloat);
        return { shown: values.length > 0, sorted: values.every((value, at) => value <= (values[at - 1] ?? value)) };
      })
      .toEqual({ shown: true, sorted: true });
    await page.locator('.columns summary').click();
    await page.locator('.columns label', { hasText: 'same in other models' }).locator('input').uncheck();
    await page.waitForURL(/hide=others/);
    await expect.poll(() => page.locator('.col-others').count()).toBe(0);
  });

  it('moves by keys from row to row and from item to item', async () => {
    await open(`/runs/${run}/items?state=wrong`);
    await page.locator('.grid span.state').first().waitFor();
    await page.locator('.grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.session').first().waitFor();
    await page.locator('.neighbors', { hasText: '2 of ' }).waitFor();
    await page.keyboard.press('j');
    await page.locator('.neighbors', { hasText: '3 of ' }).waitFor();
    await page.keyboard.press('k');
    await page.locator('.neighbors', { hasText: '2 of ' }).waitFor();
    expect(await page.locator('.session.predict mark').count()).toBe(1);
  });

  it('returns to the row that was opened, at its place', async () => {
    await open(`/runs/${run}/items`);
    await page.locator('.grid span.state').first().waitFor();
    await page.evaluate(() => scrollTo(0, 3_000));
    const row = page.locator('.grid-body .grid-row[aria-rowindex="70"]');
    await row.locator('.state').click();
    await page.locator('.session').first().waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(3_000);
    expect(await row.getAttribute('aria-selected')).toBe('true');
    await row.locator('.state').click();
    await page.getByText('← All items').click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(3_000);
    await row.locator('.state').click();
    await page.locator('.session').first().waitFor();
    await page.locator('.neighbors button:enabled', { hasText: 'Next' }).waitFor();
    const heading = () => page.locator('.item header').textContent();
    const before = await heading();
    await page.keyboard.press('j');
    await expect.poll(heading).not.toBe(before); // not a further part of this item
    await page.getByText('← All items').click();
    await page.locator('.grid-row.active').waitFor();
    expect(Number(await page.locator('.grid-row.active').getAttribute('aria-rowindex'))).toBeGreaterThan(70);
  });

  it('opens rows as links, and marks the part that was opened', async () => {
    await open(`/runs/${run}/items?experiment=association`);
    const link = page.locator('.grid-body .grid-row[aria-rowindex="3"] a');
    const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
    const opening = page.context().waitForEvent('page');
    for (let opened = false; !opened; opened = await Promise.race([opening.then(() => true), delay(5_000, false)])) {
      await link.click({ modifiers: ['Control'] }); // a click is lost where the rows are drawn anew under it
    }
    const opened = await opening;
    expect(page.url()).toContain('/items');
    await opened.close(); // this browser sometimes leaves such a tab empty, so the address is opened in a page of its own
    const { page: tab } = await listenedPage(browser);
    await tab.goto(address);
    await tab.locator('tr[aria-current="true"]').waitFor();
    const unit = new URLSearchParams(address.split('?')[1]).get('unit');
    expect(await tab.locator('tr[aria-current="true"] th').textContent()).toBe(unit);
    await tab.close();
  });

  it('names an invalid address and an unknown run, with the menu', async () => {
    const { page: other } = await listenedPage(browser); // the console reports both
    await open(`/runs/${run}/items?state=banana`, other);
    expect(await other.getByRole('alert').textContent()).toContain('invalid value for state');
    expect(await other.locator('nav.top').count()).toBe(1);
    await open('/runs/nothing', other);
    expect(await other.getByRole('alert').textContent()).toContain('The store has no run nothing');
    await other.close();
  });

  it('shows what seb compare prints, and names what flipped', async () => {
    await open('/compare');
    await page.locator('#changed').waitFor();
    const { stdout } = await seb(['compare'], { folder, environment: { COLUMNS: '200' } }); // nothing is cut
    const onOneLine = stdout.replaceAll(/\s+/g, ' ');
    const said = await page
      .locator('main :is(h1, .answer, section.table :is(th[scope=row], td), .limits section:first-child li)')
      .allTextContents();
    expect(said.length).toBeGreaterThan(5);
    for (const text of said) expect(onOneLine).toContain(text.trim().replaceAll(/\s+/g, ' ')); // intervals have no-break spaces
    const shown = await page.locator('h3', { hasText: /^Wrong for .*, right for / }).textContent();
    const rows = await page
      .locator('section', { hasText: /^Wrong for .*, right for / })
      .last()
      .locator('tbody tr')
      .count();
    expect(Number(/: (\d+)/.exec(shown ?? '')?.[1])).toBe(rows);
  });

  it('labels a blind queue by keys, with undo, to a kappa; the command line prints the same', async () => {
    await open(`/label?run=${run}&by=ann&count=12`);
    await page.locator('article.label').waitFor();
    const text = await page.locator('main').textContent();
    for (const hidden of ['simulated/', 'predict', 'judged', 'ada']) expect(text, hidden).not.toContain(hidden);
    for (let position = 0; position < 12; position += 1) {
      const response = await page.locator('article.label pre').nth(1).textContent();
      await page.keyboard.press(response?.startsWith('Here') ? '1' : '3');
      await page.locator('[role=status]', { hasText: `${position + 1} of 12` }).waitFor();
      if (position === 4) {
        await page.keyboard.press('u');
        await page.locator('[role=status]', { hasText: '4 of 12' }).waitFor();
        await page.keyboard.press(response?.startsWith('Here') ? '1' : '3');
        await page.locator('[role=status]', { hasText: '5 of 12' }).waitFor();
      }
    }
    await page.locator('.confusion').waitFor();
    const rows = await page
      .locator('.results section[aria-label=Agreement] tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)));
    expect(rows.map(([, judge, person]) => [judge, person])).toContainEqual(['itself', 'ann']);
    const { stdout } = await seb(['label', 'results', run], { folder });
    // the terminal breaks lines at its width
    const onOneLine = stdout.replaceAll(/\s+/g, ' ');
    for (const [model, judge, person, n, agreement] of rows) {
      expect(onOneLine).toContain(
        `${judge} and ${person} agree on ${agreement} of ${n} different responses of ${model}:`,
      );
    }
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 800 });
    const boxes = page.locator('.results section.scroll');
    const hidden = boxes.evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth));
    expect(await hidden).toEqual([0, 0, 0]); // agreement, its matrix and rates fit a phone
    if (size !== null) await page.setViewportSize(size);
    const cells = await page.locator('.confusion td').allTextContents();
    expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(Number(rows[0]?.[3]));
  });

  it('shows a run of another process while it goes on, in two windows at once', async () => {
    const second = await browser.newPage();
    await open('/');
    await open('/', second);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    server.handle(async (_, response) => {
      asked += 1;
      if (asked > 40) await held; // the run waits until both windows have shown its progress
      const message = { role: 'assistant', content: '{"words": ["a", "b", "c", "d", "e"]}' };
      sendJson(response, 200, { choices: [{ index: 0, message, finish_reason: 'stop' }] });
    });
    const subject = ['--model', 'openai-compatible/slow', '--base-url', `${server.url}/v1`];
    const other = start(['run', ...subject, '--experiment', 'association', '--limit', '60'], { folder });
    for (const window of [page, second]) {
      await window
        .locator('.runs tr.live .answered', { hasText: /^(40|4[1-9]|[5-9]\d) of 120 calls/ })
        .waitFor({ timeout: 60_000 });
    }
    release();
    expect((await other.ended).code).toBe(0);
    for (const window of [page, second]) {
      await window.locator('.runs tr:not(.live) [data-name=answered]', { hasText: '120' }).waitFor({ timeout: 60_000 });
      await window.locator('.findings', { hasText: 'slow' }).waitFor({ timeout: 60_000 });
      await window.locator('.runs tr.live').first().waitFor({ state: 'detached', timeout: 60_000 });
    }
    await second.close();
  }, 120_000);

  it('reports an unreachable server, and continues when it is back', async () => {
    await open('/');
    const { port } = new URL(viewer.url);
    await viewer.stop();
    await page.locator('.away').waitFor();
    viewer = await startViewer(folder, ['--port', port]);
    await page.locator('.away').waitFor({ state: 'detached' });
    await page.locator('.findings .verdict').first().waitFor();
  }, 240_000);
});
