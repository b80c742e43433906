import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StudyResult } from '../../src/results/study-result.ts';
import { openStore } from '../../src/store/open.ts';
import type { StudyDesign } from '../../src/study/design/design.ts';
import { studyFindings } from '../../src/study/report/study-findings.ts';
import { studyScreen } from '../../src/study/report/study-screen.ts';
import { runStudy } from '../../src/study/steps/run-study.ts';
import { seededRandom, shuffled } from '../../src/util/random.ts';

/** Properties of the simulated answers, which are lists of five words. Each property is a separate group. */
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

/** A simulated study: the design without its items. */
export interface SimulatedStudy extends Omit<StudyDesign, 'items'> {
  readonly items?: Omit<Items, 'seed'>;
}

/** Outcome of a study: its result, and the printed lines. */
export interface Found {
  readonly result: StudyResult;
  readonly printed: string;
}

const studies = new Map<string, Promise<Found>>();

/** Returns what a study finds. Claims of one file about the same study share it. */
export function studyOf(study: SimulatedStudy, seed: number): Promise<Found> {
  const key = JSON.stringify([study, seed]);
  const found = studies.get(key) ?? carryOut(study, seed);
  studies.set(key, found);
  return found;
}

/**
 * Executes a study as the command does, from items to the printed verdict: executions, rows, jobs at the simulated
 * port, predictions of all arms, answers in a store, analysis. Steps exchange data only through the store.
 */
async function carryOut({ items, ...design }: SimulatedStudy, seed: number): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'seb-simulated-study-'));
  const file = join(folder, 'items.jsonl');
  writeFileSync(file, itemLines({ train: 60, test: 200, ...items, seed }));
  const store = await openStore(join(folder, 'store.sqlite'));
  try {
    const outcome = await runStudy(
      { seed, ...design, items: file },
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
    const { id, record, result } = outcome;
    return { result, printed: studyScreen(studyFindings(id, record, result), { width: 1000 }) };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

const arms: NonNullable<StudyDesign['arms']> = ['untrained', 'self', 'cross', 'scramble'];

/** Returns a study of two targets at the simulated port; `SEED` in a parameter text is replaced by the seed. */
export function pairStudy(a: string, b: string, seed: number, further: Partial<SimulatedStudy> = {}): SimulatedStudy {
  const targets = [`simulated/ann${seed}?${a}`, `simulated/bob${seed}?${b}`];
  return { targets, arms, port: { port: 'simulated' }, trainingSeeds: [1, 2, 3], ...further };
}
