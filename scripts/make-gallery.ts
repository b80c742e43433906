/**
 * Takes the pictures of docs/gallery from a viewer that is open on the store of `npm start`.
 * Run: node src/cli/main.ts view --port 4680 --no-open, and then: node scripts/make-gallery.ts http://127.0.0.1:4680/
 */
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../test/support/browser.ts';

const [base] = process.argv.slice(2);
if (base === undefined) throw new Error('give the address of the viewer');
const folder = fileURLToPath(new URL('../docs/gallery/', import.meta.url));
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });

/** Opens a screen, waits for what it is about, and takes its picture. */
async function picture(name: string, path: string, awaited: string): Promise<void> {
  await page.goto(`${base}#${path}`);
  await page.locator(awaited).first().waitFor({ timeout: 90_000 });
  await page.waitForLoadState('networkidle').catch(() => {}); // the events of the live view never end
  await page.screenshot({ path: `${folder}${name}.png` });
}

await picture('overview', '/', '.card');
const run = await page.locator('[data-run]').first().getAttribute('data-run');
await picture('items', `/runs/${run}/items?state=wrong&divergent=true`, '.grid span.state');
await page.goto(`${base}#/runs/${run}/items?state=wrong&experiment=restriction`);
await page.locator('.grid-body .grid-row span.state').first().click();
await page.locator('.session').first().waitFor();
await page.screenshot({ path: `${folder}item.png` });
await picture('compare', '/compare', '.difference');
await picture('label', '/label?by=ann&count=20', 'article.label');
await page.emulateMedia({ colorScheme: 'dark' });
await picture('overview-dark', '/', '.card');
await browser.close();
