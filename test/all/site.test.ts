import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../structure/source-files.ts';
import { accessibilityFindings } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { hasSitePackages, withoutSitePackages } from '../support/site-packages.ts';

const site = join(root, 'dist-site');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves the built pages as a static host does: `/page` is the file `page.html`. */
function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const candidates = [path, `${path}.html`, join(path, 'index.html')].map((each) => join(site, each));
    const file = candidates.find((each) => extname(each) !== '' && existsSync(each));
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe.skipIf(!hasSitePackages)(`the site of the documentation${withoutSitePackages}`, () => {
  let browser: Browser;
  let server: Server;
  let address: string;

  beforeAll(async () => {
    // without the network: no proxy, and a registry that does not answer
    const env = { ...process.env, http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' };
    execFileSync(process.execPath, ['site/build.ts'], { cwd: root, env, stdio: 'pipe' });
    [browser, server] = await Promise.all([openBrowser(), serve()]);
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(site, { recursive: true, force: true });
  });

  it('opens every page without an error, a request elsewhere, a dead link or a finding of axe-core', async () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(30);
    const noises: string[] = [];
    const page = await browser.newPage();
    page.on('console', (message) => message.type() === 'error' && noises.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => noises.push(`${page.url()}: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400) noises.push(`${page.url()}: ${response.url()} has the status ${response.status()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('data:')) noises.push(request.url());
    });
    const linked = new Set<string>();
    const findings: string[] = [];
    for (const file of pages.filter((each) => each !== '404.html')) {
      await page.goto(`${address}/${file.replace(/(index)?\.html$/, '').replaceAll('\\', '/')}`);
      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
      for (const link of links) if (link.startsWith(address)) linked.add(new URL(link).pathname);
      findings.push(...(await accessibilityFindings(page)).map((finding) => `${file}: ${finding}`));
    }
    expect(noises).toEqual([]);
    expect(findings).toEqual([]);
    const answers = await Promise.all([...linked].map(async (path) => [path, (await fetch(address + path)).status]));
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  }, 300_000);
});
