import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StudyResult } from '../../../src/results/study-result.ts';
import { openStore } from '../../../src/store/open.ts';
import type { StudyDesign } from '../../../src/study/design/design.ts';
import { runStudy } from '../../../src/study/steps/run-study.ts';
import { type StudyRecord, studySteps } from '../../../src/study/study-record.ts';

/** A finished study, and the number of calls that each step needed, by its progress message. */
interface SimulatedStudy {
  readonly record: StudyRecord;
  readonly result: StudyResult;
  readonly calls: ReadonlyMap<string, number>;
}

/** Runs a study of simulated models in a new store, which is deleted afterwards. */
export async function runSimulatedStudy(design: StudyDesign): Promise<SimulatedStudy> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-simulated-study-'));
  const store = await openStore(join(folder, 'store.sqlite'));
  const calls = new Map<string, number>();
  let step = '';
  try {
    const outcome = await runStudy(design, {
      store,
      stop: new AbortController().signal,
      environment: {},
      folder: join(folder, 'rows'),
      wait: true,
      onProgress: ({ expected }) => calls.set(step, expected),
      note: (line) => {
        step = Object.values(studySteps).find((title) => line.startsWith(`${title}:`)) ?? step;
      },
    });
    if (outcome.kind !== 'finished') throw new Error(`the study is ${outcome.kind}`);
    return { record: outcome.record, result: outcome.result, calls };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
