import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StudyResult } from '../../src/introspection/study-result.ts';
import { openStore } from '../../src/store/open.ts';
import type { StudyDesign } from '../../src/study/design.ts';
import { runStudy } from '../../src/study/run-study.ts';
import { finishedLines } from '../../src/study/study-lines.ts';
import { seededRandom, shuffled } from '../../src/util/random.ts';

/** Properties of the simulated answers: lists of five words. Each is a group of its own. */
export const properties = ['first-word', 'second-word', 'third-word', 'last-word'] as const;
const words = Array.from({ length: 40 }, (_, index) => `w${String.fromCharCode(97 + (index % 26))}${index}`);

interface Items {
  readonly train: number;
  readonly test: number;
  readonly seed: number;
  readonly properties?: readonly string[];
}

function itemLines({ train, test, seed, properties: asked = properties }: Items): string {
  const random = seededRandom('items of a simulated study', seed);
  return Array.from({ length: train + test }, (_, number) => {
    const string = `${shuffled(words, random).slice(0, 5).join(' ')} ${number}`;
    const split = number < train ? 'train' : 'test';
    const item = { id: `${number}`, task: 'lists', string, prompt: `Go on: ${string}`, properties: asked, split };
    return `${JSON.stringify(item)}\n`;
  }).join('');
}

/** A study as it is simulated: the design without its items. */
export interface SimulatedStudy extends Omit<StudyDesign, 'items'> {
  readonly items?: Omit<Items, 'seed'>;
}

/** What a study has found: its result, and what the command prints. */
export interface Found {
  readonly result: StudyResult;
  readonly printed: string;
}

/**
 * Carries out a study as the command does, from items to the printed verdict: executions, rows, jobs at the simulated port,
 * predictions of all arms, answers in a store, analysis. Nothing is passed from step to step but through the store.
 */
export async function studyOf({ items, ...design }: SimulatedStudy, seed: number): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-simulated-study-'));
  const file = join(folder, 'items.jsonl');
  writeFileSync(file, itemLines({ train: 60, test: 200, ...items, seed }));
  const store = await openStore(join(folder, 'store.sqlite'));
  try {
    const outcome = await runStudy(
      { seed, resamples: 500, ...design, items: file },
      {
        store,
        stop: new AbortController().signal,
        environment: {},
        folder: join(folder, 'rows'),
        wait: true,
        onProgress: () => {},
        note: () => {},
      },
    );
    if (outcome.kind !== 'finished') throw new Error(`the study is ${outcome.kind}`);
    return { result: outcome.result, printed: finishedLines(outcome, null).join('\n') };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

const arms: NonNullable<StudyDesign['arms']> = ['untrained', 'self', 'cross', 'scramble'];

/** A study of two targets at the simulated port; `SEED` in a parameter text stands for the seed. */
export function pairStudy(a: string, b: string, seed: number, further: Partial<SimulatedStudy> = {}): SimulatedStudy {
  const targets = [`simulated/ann${seed}?${a}`, `simulated/bob${seed}?${b}`];
  return { targets, arms, port: { port: 'simulated' }, ...further };
}
