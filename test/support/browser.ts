import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Limit in milliseconds of every wait for the browser, which is slow on a busy machine; Playwright's own is 30 s. */
const patience = 100_000;

/** Starts Chromium from npm: headless, with its ordinary security (the package's default flags disable part of it). */
export async function openBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-chromium-'));
  const executablePath = await unpackInto(folder);
  const browser = await playwright.launch({
    executablePath,
    timeout: patience,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
  browser.on('context', (context) => context.setDefaultTimeout(patience));
  browser.on('disconnected', () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}

/**
 * Unpacks the browser into this folder. The package would use one path in the temporary folder for all users of the
 * machine, which a second user cannot enter, and where a second process would start a half-written program.
 */
async function unpackInto(folder: string): Promise<string> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
