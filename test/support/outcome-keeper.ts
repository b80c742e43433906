import { writeSync } from 'node:fs';
import type { RunId } from '../../src/domain/run-config.ts';
import { openStore } from '../../src/store/open.ts';
import { packLines } from '../../src/store/outcomes-to-keep.ts';

/** Program that keeps the same outcomes under the keys 0, 1, 2, ... until it is killed. Argument: location. */
const store = await openStore(process.argv[2] ?? '');
writeSync(1, 'open\n');
for (let number = 0; ; number += 1) {
  const lines = Array.from({ length: 5_000 }, (_, line) => JSON.stringify({ number, line, noise: Math.random() }));
  const blocks = [packLines(lines.slice(0, 10)), packLines(lines.slice(10))];
  await store.keepOutcomes('run-1' as RunId, { key: `${number}`, blocks });
  writeSync(1, `${number}\n`);
}
