import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { serveViewer, type ViewServer } from '../../src/view/server/serve.ts';
import { accessibilityFindings } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { seb } from '../support/command.ts';
import { listenedPage, testFolder } from '../support/viewer.ts';

vi.setConfig({ testTimeout: 240_000 }); // a browser is slow on a busy machine

/** The experimenter's choice of names may be hostile. */
const ann = `ann <img src=x onerror=alert(1)>`;
const dayMs = 86_400_000;
/** Screenshots for a person to look at, if the folder is named. */
const pictures = process.env.SEB_TEST_PICTURES;

describe('the screen People', () => {
  const { folder, remove } = testFolder();
  const location = join(folder, 'store.sqlite');
  const firstDay = Date.now();
  let now = firstDay;
  let browser: Browser;
  let viewer: ViewServer;
  let page: Page;
  let noises: string[];
  let run: string;
  /** Every text that the server sent, in order. */
  const received: string[] = [];

  const cli = async (...args: string[]) => {
    const { code, stdout, stderr } = await seb([...args, '--store', location], { folder });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const created = async (names: string[], ...args: string[]) =>
    (JSON.parse(await cli('people', 'new', ...names, ...args, '--json')) as { readonly run: string }).run;
  const get = async (path: string) => {
    const response = await fetch(new URL(path, viewer.url));
    return { status: response.status, text: await response.text() };
  };
  const queryOf = (by: string, agreed = 'yes') => `run=${run}&by=${encodeURIComponent(by)}&agreed=${agreed}`;

  beforeAll(async () => {
    run = await created(
      [ann],
      '--protocol',
      'wait',
      '--days',
      '7',
      '--experiment',
      'association,restriction',
      '--limit',
      '2',
    );
    const options = { location, experiments: experimentRegistry(), config: null, port: 0, host: null };
    viewer = await serveViewer({ ...options, now: () => new Date(now) });
    browser = await openBrowser();
    ({ page, noises } = await listenedPage(browser));
    page.on('response', async (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/people'))
        received.push(await response.text().catch(() => ''));
    });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await viewer?.close();
    remove();
  });

  const picture = async (name: string) => {
    if (pictures === undefined) return;
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: join(pictures, `${name}-${width}-${scheme}.png`), fullPage: true });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  /** Expects no finding of axe-core, and no scrolling sideways on a phone. */
  const expectAccessible = async () => {
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 900 });
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  const arrive = async () => {
    await page.goto('about:blank');
    await page.goto(`${viewer.url}#/people`);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByLabel('Your name').selectOption(ann);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const agree = async () => {
    await page.getByLabel('I have read').check();
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('article.question').waitFor();
  };
  /** Answers the question on the screen; texts are `text`, of each choice the option at `place`. Returns the question. */
  const answer = async (text: string, position: number) => {
    const article = page.locator('article.question');
    await article.waitFor();
    const prompt = (await article.locator('pre.said').allTextContents()).join();
    for (const group of await article.locator('fieldset.options').all())
      await group.locator('input').nth(position).check();
    for (const input of await article.locator('input:not([type=radio]), textarea').all()) await input.fill(text);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    const shown = async () => (await page.locator('[role=alert], pre.said').allTextContents()).join();
    await expect.poll(shown, { timeout: 60_000 }).not.toBe(prompt);
    expect(await page.locator('[role=alert]').allTextContents()).toEqual([]);
    return prompt;
  };

  it('asks for consent before anything else, also on the server', async () => {
    await arrive();
    await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
    expect(await page.getByRole('button', { name: 'Begin' }).isDisabled()).toBe(true);
    expect(await page.locator('article.question').count()).toBe(0);
    await expectAccessible();
    await picture('consent');
    expect(JSON.parse((await get(`/api/people/step?${queryOf(ann, 'no')}`)).text)).toMatchObject({ kind: 'consent' });
    expect(received.join()).not.toContain('associate');
    const origin = new URL(viewer.url).origin;
    const sent = (headers: Record<string, string>, value: object) =>
      fetch(new URL('/api/people/answers', viewer.url), {
        ...{ method: 'POST', headers: { origin, 'content-type': 'application/json', ...headers } },
        body: JSON.stringify({ run, by: ann, agreed: 'yes', key: 'x', values: [], ...value }),
      });
    expect(JSON.parse((await get(`/api/people/step?${queryOf(ann)}`)).text)).toMatchObject({ kind: 'consent' });
    expect((await sent({}, { agreed: 'no' })).status).toBe(400);
    const unagreed = await sent({}, {});
    expect([unagreed.status, await unagreed.text()]).toEqual([400, expect.stringContaining('has not agreed')]);
    expect(await cli('people', 'status', '--json')).toContain('"consents":[]');
    expect((await sent({ 'content-type': 'text/plain' }, {})).status).toBe(415);
    expect((await sent({ origin: 'http://evil.example' }, {})).status).toBe(403);
  });

  it('takes a person through the first day and shows nothing of the second', async () => {
    await agree();
    const [status] = JSON.parse(await cli('people', 'status', '--json')) as { readonly people: readonly object[] }[];
    const text = expect.stringContaining('Taking part is voluntary');
    expect(status?.people).toMatchObject([
      { person: ann, consents: [{ how: 'viewer', at: new Date(now).toISOString(), text }] },
    ]);
    await expectAccessible();
    await picture('prediction');
    const prompts: string[] = [];
    for (let count = 0; count < 4; count += 1) prompts.push(await answer('', 0));
    await page.getByRole('heading', { name: 'All your predictions are stored' }).waitFor();
    await expectAccessible();
    await picture('waiting');
    expect(new Set(prompts).size).toBe(4);
    now = firstDay + 6.9 * dayMs;
    await arrive();
    await page.getByRole('heading', { name: 'All your predictions are stored' }).waitFor();
    const early = await get(`/api/people/step?${queryOf(ann)}`);
    expect(JSON.parse(early.text)).toEqual({ kind: 'waiting', opensAt: expect.stringContaining('T') });
  });

  it('keeps the items of the run closed on every route until the person has answered', async () => {
    const overview = JSON.parse((await get('/api/overview')).text) as { runs: { id: string; index: object }[] };
    expect(overview.runs).toMatchObject([{ id: run, index: { kind: 'sealed' } }]);
    const index = await seb(['index', '--store', location], { folder }); // another process must not index it either
    expect(index.stderr).toContain('once its people have answered');
    expect(JSON.parse((await get(`/api/items?run=${run}`)).text)).toMatchObject({ total: 0 });
    expect((await get(`/api/rows.jsonl`)).text).toBe('');
    expect((await get(`/api/runs/${run}`)).status).toBe(404);
    const item = new URLSearchParams({
      run,
      experiment: 'association',
      model: `person/${ann}`,
      condition: 'paper, direct',
      item: 'x',
    });
    expect(await get(`/api/item?${item}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('once its people have answered'),
    });
    expect((await get(`/api/labels/queue?run=${run}&by=eve`)).status).toBe(400);
    for (const args of [['items', run], ['show', run], ['report', run], ['report']]) {
      const { code, stderr } = await seb([...args, '--store', location], { folder });
      expect([code, stderr], args.join(' ')).toEqual([1, expect.stringContaining('once its people have answered')]);
    }
    await page.goto(`${viewer.url}#/`);
    const states = page.locator('table.runs .status');
    await states.first().waitFor();
    expect(await states.allInnerTexts()).toEqual(['closed']);
    expect(await page.locator('table.runs .index').allInnerTexts()).toEqual([
      expect.stringContaining('closed until its people have answered'),
    ]);
  });

  it('asks the questions on the eighth day, in another order, without the predictions', async () => {
    now = firstDay + 7.1 * dayMs;
    await arrive();
    received.length = 0;
    await agree();
    await picture('answer');
    await expectAccessible();
    const words = ['ocean', 'answered'];
    const shown: string[] = [];
    for (let count = 0; count < 4; count += 1) shown.push(await answer(words.join(' '), 0));
    expect(shown.filter((prompt) => prompt.includes('List 5 words'))).toHaveLength(2);
    await page.getByText('A request and a response to it are shown below').first().waitFor(); // judgements come last
    await picture('judgement');
    for (let count = 0; count < 2; count += 1) await answer('', 0);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await picture('done');
    expect(received.join()).not.toMatch(/\\":(true|false)|choice\\":/); // JSON of a prediction inside a JSON text
    expect(received.join()).toContain('List 5 words');
    expect(noises).toEqual([]);
  });

  it('shows the results afterwards, as those of any model', async () => {
    await page.getByRole('link', { name: 'See the results' }).click();
    await page.locator('.findings .verdict').first().waitFor({ timeout: 120_000 });
    expect(await page.locator('img').count()).toBe(0);
    expect((await get(`/api/items?run=${run}`)).text).toContain('person/ann');
    expect(await cli('report', run)).toContain('Can ann'); // the screen leaves out the provider that all models share
    expect(await cli('report', run, '--json')).toMatch(/"model": ?"person\/ann/);
    const runs = JSON.parse(await cli('report', run, '--json')).runs as readonly {
      readonly consents: readonly object[];
    }[];
    expect(runs[0]?.consents).toMatchObject([{ person: ann, at: new Date(firstDay).toISOString() }]);
    await picture('results');
  });
});
