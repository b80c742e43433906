import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Limit in milliseconds of every wait for the browser, which is slow on a busy machine; Playwright's own is 30 s. */
const patience = 100_000;

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** Starts Chromium from npm: headless, with its ordinary security (the package's default flags disable part of it). */
export async function openBrowser(): Promise<Browser> {
  const browser = await playwright.launch({
    executablePath: await unpackedBrowser(),
    timeout: patience,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
  browser.on('context', (context) => context.setDefaultTimeout(patience));
  return browser;
}

/**
 * Unpacks the browser (200 MB, 3 s of CPU) once per checkout, and returns its path. The package would use one path in
 * the temporary folder for all users of the machine, which a second user cannot enter, and where a second process would
 * start a half-written program.
 */
async function unpackedBrowser(): Promise<string> {
  const file = join(modules, '@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  const unpacked = join(modules, '.cache/seb-chromium', version);
  if (!existsSync(unpacked)) {
    mkdirSync(dirname(unpacked), { recursive: true });
    const making = mkdtempSync(join(dirname(unpacked), 'making-'));
    chmodSync(await unpackInto(making), 0o755);
    chmodSync(making, 0o755);
    try {
      renameSync(making, unpacked);
    } catch (error) {
      rmSync(making, { recursive: true });
      if (!existsSync(unpacked)) throw error; // another process has unpacked it meanwhile
    }
  }
  return join(unpacked, 'chromium');
}

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
