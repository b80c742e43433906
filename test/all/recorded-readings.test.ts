import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paperCondition } from '../../src/domain/condition.ts';
import { experimentNamed, experimentRegistry } from '../../src/experiments/registry.ts';
import { readSelfExecutionBenchmark } from '../../src/papers/self-execution-benchmark/index.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';

/** Returns how our readers read every recorded raw answer: counts by experiment, model, slot and result. */
async function countedReadings(): Promise<Record<string, number>> {
  const experiments = experimentRegistry();
  const counts: Record<string, number> = {};
  for (const { dataset, recordings } of await readSelfExecutionBenchmark(recordingsFolder ?? '')) {
    if (dataset.experiment !== 'restriction' && dataset.experiment !== 'difficulty') continue;
    const experiment = experimentNamed(experiments, dataset.experiment);
    const items = new Map(Array.from(dataset.items, (item) => [item.id, item]));
    for (const { model, answers } of recordings) {
      for (const [place, answer] of answers) {
        const [id, slot, part] = JSON.parse(place) as [string, 'forecast' | 'execute' | 'judge', string];
        const item = items.get(id);
        if (answer.kind === 'failed' || item === undefined) continue;
        const context = {
          item,
          condition: { ...paperCondition, mode: experiment.factors.mode.levels[0] },
          samples: 1,
          seed: 1,
          judging: { judge: null, rubric: 'two-way' as const },
          peers: [],
        };
        const reading = experiment.read(context, { slot, part }, answer);
        const result =
          reading === null
            ? 'not parsed'
            : reading.kind === 'parsed'
              ? reading.step
              : reading.kind === 'unparsed'
                ? reading.reason
                : 'declined';
        const key = `${dataset.experiment} ${model} ${slot}: ${result}`;
        counts[key] = (counts[key] ?? 0) + 1;
      }
    }
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test.skipIf(recordingsFolder === null)(`recorded raw answers are read as before${withoutRecordings}`, async () => {
  const golden = new URL('../golden/recorded-readings.json', import.meta.url);
  const counts = await countedReadings();
  expect(counts).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
});
