import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalQuantile } from '../../../src/stats/distributions.ts';
import { type Random, seededRandom } from '../../../src/util/random.ts';

/** A study of two models with known accuracies, as the two tables that `seb study import` reads. */
export interface TabledStudy {
  readonly strings: number;
  /** Trainings of each arm: on its own answers, and on the other model's. */
  readonly trainings: readonly [own: number, other: number];
  /** Standard deviation of an arm's accuracy between trainings. */
  readonly spread: number;
  /** Share of right predictions about itself, and about the other. */
  readonly accuracy: readonly [own: number, other: number];
  /** Share of predictions that are missing. */
  readonly missing?: number;
}

const models = ['ann', 'bob'] as const;
const values = ['red', 'blue', 'green', 'gray'] as const;

/** Writes the tables of a study into a folder; returns the paths of the answers and of the predictions. */
export function writeStudyTables(folder: string, study: TabledStudy, seed: number): readonly [string, string] {
  const random = seededRandom('tables of a study', seed);
  const draw = <Value>(of: readonly Value[]) => of[Math.floor(random() * of.length)] as Value;
  const answers: string[] = ['target,item,group,property,value'];
  const predictions: string[] = ['predictor,trained_on,item,property,predicted,seed'];
  for (const target of models) {
    const truths = Array.from({ length: study.strings }, () => draw(values));
    for (const [item, truth] of truths.entries()) answers.push(`${target},i${item},g${item},color,${truth}`);
    for (const predictor of models) {
      const place = predictor === target ? 0 : 1;
      for (let training = 0; training < study.trainings[place]; training += 1) {
        const accuracy = study.accuracy[place] + study.spread * normal(random);
        for (const [item, truth] of truths.entries()) {
          const isRight = random() < accuracy;
          const said = isRight ? truth : draw(values.filter((value) => value !== truth));
          const shown = random() < (study.missing ?? 0) ? '' : said;
          predictions.push(`${predictor},${target},i${item},color,${shown},${training}`);
        }
      }
    }
  }
  return [write(folder, `answers-${seed}.csv`, answers), write(folder, `predictions-${seed}.csv`, predictions)];
}

function normal(random: Random): number {
  return normalQuantile(Math.max(random(), Number.MIN_VALUE));
}

function write(folder: string, name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
