import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import type { Browser, Page } from 'playwright-core';
import { seb, start } from './command.ts';

/** A folder with a store, and a viewer of it in a separate process. */
export interface ViewedStore {
  readonly folder: string;
  readonly url: string;
  /** Ends the viewer; resolves to what it wrote to stderr. */
  stop(): Promise<string>;
  /** Kills the server with SIGKILL, alone or with the process that builds the index. */
  kill(what: 'server' | 'server and index'): Promise<void>;
}

/** Runs `seb view` in a folder; resolves once it listens. */
export async function startViewer(folder: string, args: readonly string[] = []): Promise<ViewedStore> {
  const { child, ended } = start(['view', '--no-open', '--port', '0', ...args], { folder });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: string) => {
      printed += text;
      const found = /^(http:\/\/\S+)$/m.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ stderr }) => reject(new Error(`the viewer ended: ${stderr}`)));
  });
  return {
    ...{ folder, url },
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended).stderr;
    },
    kill: async (what) => {
      const builders = what === 'server' ? [] : childrenOf(child.pid);
      for (const pid of [child.pid, ...builders]) if (pid !== undefined) kill(pid, 'SIGKILL');
      await ended;
    },
  };
}

/** Returns the names of the shown figures that are wider than their box, after opening what is folded. */
export function scrollingFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    const pictures = [...document.querySelectorAll('.picture')].filter(({ clientWidth }) => clientWidth > 0);
    if (pictures.length === 0) return ['no figure is shown'];
    return pictures
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map((picture) => picture.closest('figure')?.id ?? '');
  });
}

/** Returns a new folder for a test, and a function that removes it. */
export function testFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'seb-view-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs simulated models in a folder; returns the id of the run. */
export async function simulatedRunIn(folder: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await seb(['run', ...args, '--json'], { folder });
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly run: string }).run;
}

/** Opens a page that records requests, errors and warnings, which a correct page does not cause. */
export async function listenedPage(
  browser: Browser,
  scheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; noises: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: scheme });
  const noises: string[] = [];
  page.on('console', (message) => noises.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => noises.push(`error: ${error.message}`));
  return { page, noises };
}

/** Returns the ids of the processes that a process started and that still run. */
function childrenOf(pid: number | undefined): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
