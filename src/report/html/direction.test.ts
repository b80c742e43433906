import { expect, test } from 'vitest';
import { isolated } from './direction.ts';

test.each([
  ['plain, direct', 'plain, direct'],
  ['system: ענה בקצרה, בלי הסברים (עד 20 מילים).', 'system: <bdi>ענה בקצרה, בלי הסברים (עד 20 מילים).</bdi>'],
  ['ada: שלום world עולם! · 3', 'ada: <bdi>שלום world עולם!</bdi> · 3'],
  ['system: ענה (עד 20…', 'system: <bdi>ענה (עד 20…</bdi>'],
  ['a "שלום" is no letter', 'a &quot;<bdi>שלום</bdi>&quot; is no letter'],
  ['<b>א</b>', '&lt;b&gt;<bdi>א&lt;/</bdi>b&gt;'],
])('%s', (text, markup) => {
  expect(isolated(text).markup).toBe(markup);
});

test('takes no time for a long text', () => {
  const long = `${'א b '.repeat(100_000)}${'.'.repeat(100_000)}`;
  expect(isolated(long).markup.startsWith('<bdi>א b ')).toBe(true);
});
