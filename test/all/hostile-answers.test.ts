import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { seb } from '../support/command.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import { listenedPage, startViewer, testFolder, type ViewedStore } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 120_000 }); // a browser is slow on a busy machine

const attack = `</script><script>document.title='taken over'</script><img src="http://127.0.0.1:9/x.png" onerror="document.title='taken over'"><a href="javascript:document.title='taken over'">x</a><iframe srcdoc="x"></iframe>[a](http://127.0.0.1:9/) \u202eright to left\u2066 \u001b[31mred\u001b]0;title\u0007`;
const megabyte = `${attack}${'A'.repeat(1_000_000)}`;

describe('hostile answers in the viewer', () => {
  const { folder, remove } = testFolder();
  let browser: Browser;
  let server: LoopbackServer;
  let viewer: ViewedStore;
  let page: Page;
  let noises: string[];
  let run: string;

  beforeAll(async () => {
    server = await loopbackServer();
    let asked = 0;
    server.handle((_, response) => {
      asked += 1;
      if (asked % 7 === 0) return sendJson(response, 400, { error: { message: attack } });
      const value = JSON.stringify({ choice: 'A', words: [attack, 'b', 'c', 'd', 'e'] });
      const content = asked % 3 === 0 ? megabyte : `${attack} ${value}`;
      sendJson(response, 200, {
        model: attack,
        choices: [
          { index: 0, message: { role: 'assistant', content, reasoning_content: attack }, finish_reason: 'stop' },
        ],
      });
    });
    const subject = ['--model', `openai-compatible/<b>x</b>\u202e`, '--base-url', `${server.url}/v1`, '--retries', '0'];
    const experiments = ['--experiment', 'association', 'restriction', '--limit', '4', '--samples', '2'];
    const ran = await seb(['run', ...subject, ...experiments, '--json'], { folder });
    run = (JSON.parse(ran.stdout) as { readonly run: string }).run;
    [browser, viewer] = await Promise.all([openBrowser(), startViewer(folder)]);
    ({ page, noises } = await listenedPage(browser));
    page.on('request', (request) => {
      if (!request.url().startsWith(viewer.url)) noises.push(`request: ${request.url()}`);
    });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await viewer?.stop();
    await server?.close();
    remove();
  });

  /** Returns elements that only an answer could have created, and control characters. */
  const found = () =>
    page.evaluate(() => ({
      elements: document.querySelectorAll('main :is(img, iframe, script, a[href^="javascript"], a[href^="http"], b b)')
        .length,
      steering: /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(
        document.body.textContent,
      ),
      title: document.title,
    }));

  const expectHarmless = async () => {
    const { title, ...rest } = await found();
    expect(rest).toEqual({ elements: 0, steering: false });
    expect(title).not.toContain('taken over');
    expect(noises).toEqual([]);
  };

  it('are text on every screen', async () => {
    await page.goto(`${viewer.url}#/`);
    await page.locator('.findings .verdict').first().waitFor({ timeout: 60_000 });
    await expectHarmless();
    await page.goto(`${viewer.url}#/runs/${run}`);
    await page.locator('#cite').waitFor();
    await expectHarmless();
    await page.goto(`${viewer.url}#/runs/${run}/items`);
    await page.locator('.grid span.state').first().waitFor();
    await expectHarmless();
    await page.goto(`${viewer.url}#/label?run=${run}&by=ann&count=4`);
    await page.locator('article.label').waitFor();
    await expectHarmless();
    for (let row = 0; row < 4; row += 1) {
      await page.goto(`${viewer.url}#/runs/${run}/items`);
      await page.locator('.grid-body .grid-row').nth(row).locator('span.state').click(); // a row opens once it is loaded
      await page.locator('.session').first().waitFor();
      for (const summary of await page.locator('.session summary').all()) await summary.click();
      await expectHarmless();
    }
    expect(await page.locator('.sessions').textContent()).toContain('<script>'); // which answer failed depends on the order of arrival
    expect(await page.locator('.sessions').textContent()).toContain('<U+202E>');
  });

  it('of a megabyte show by their beginning, and whole on demand', async () => {
    await page.goto(`${viewer.url}#/runs/${run}/items`);
    await page.locator('.grid-body .grid-row').first().locator('span.state').click();
    const long = page.locator('.session', { hasText: 'Show all' }).first();
    for (let item = 0; item < 8 && (await long.count()) === 0; item += 1) {
      const [before, next] = [page.url(), page.locator('.neighbors button', { hasText: 'Next' })];
      await page.locator('.session').first().waitFor();
      if ((await long.count()) > 0) break;
      await next.click();
      await page.waitForURL((url) => url.href !== before);
    }
    const longest = () =>
      page.locator('pre.said').evaluateAll((texts) => Math.max(...texts.map(({ textContent }) => textContent.length)));
    expect(await longest()).toBeLessThan(6_000);
    await long.locator('button', { hasText: 'Show all' }).first().click();
    await expect.poll(longest).toBeGreaterThan(150_000);
    await expectHarmless();
  });

  it('have no effect in a report either', async () => {
    const { code, stderr } = await seb(['report', '--out', 'report'], { folder });
    expect(code, stderr).toBe(0);
    const report = await browser.newPage();
    const requests: string[] = [];
    report.on('request', (request) => requests.push(request.url()));
    await report.goto(`file://${folder}/report/report.html`);
    await report.locator('h1').waitFor();
    expect(await report.title()).not.toContain('taken over');
    expect(requests).toHaveLength(1);
    await report.close();
  });
});
