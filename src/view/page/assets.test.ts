import { describe, expect, it } from 'vitest';
import { viewerAssets } from './assets.ts';

describe('viewerAssets', () => {
  it('is built for production, also when a test has it built', async () => {
    const { script, style } = await viewerAssets();
    expect(script).not.toMatch(/jsxDEV|process\.env/);
    expect(script.length).toBeLessThan(800_000);
    expect(style).toContain('prefers-color-scheme');
    expect(`${script}${style}`).not.toMatch(/@import|url\(http|fetch\(["'`]http/);
  }, 240_000);
});
