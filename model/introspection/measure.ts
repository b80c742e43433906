/** Answers the test rows in llama.cpp with the bases and all adapters; writes how often each is right about each target.
 *
 *   node model/introspection/measure.ts --work model/work/introspection [--arm ada+self]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparableValue, properties } from '../../src/experiments/property/properties.ts';
import { bundledAdapters } from '../../src/models/gguf/bundled.ts';
import { readSources } from '../corpus/sources.ts';
import { subjectNames } from '../corpus/subject.ts';
import { wordsOf } from '../measure/behaviour.ts';
import { openRunner, type Runner } from '../measure/runner.ts';
import { items } from './items.ts';
import type { Row } from './rows.ts';

export interface Share {
  readonly rows: number;
  readonly right: number;
}

/** What one model, with or without an adapter, answers to the test rows. */
export interface Measured {
  /** By target, then by task and property. */
  readonly targets: Readonly<Record<string, Readonly<Record<string, Share>>>>;
  /** How many of its own executions of test cues are lists of five words: training on questions may unlearn them. */
  readonly lists: Share;
}

interface Target {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** Test cues that are executed. */
const executedCues = 100;

/** Enough for every value: words and entries are one token to three, and the end. */
const maxTokens = 12;

function isRight({ property, answer }: Row, text: string): boolean {
  const shape = properties.get(property)?.shape ?? 'word';
  return comparableValue(shape, text) === comparableValue(shape, answer);
}

function tally(rows: readonly Row[], texts: ReadonlyMap<string, string>): Record<string, Share> {
  const groups: Record<string, { rows: number; right: number }> = {};
  for (const row of rows) {
    const group = `${row.task} ${row.property}`;
    const counts = groups[group] ?? { rows: 0, right: 0 };
    const right = isRight(row, texts.get(row.prompt) ?? '') ? 1 : 0;
    groups[group] = { rows: counts.rows + 1, right: counts.right + right };
  }
  return groups;
}

async function measure(runner: Runner, targets: readonly Target[], cues: readonly string[]): Promise<Measured> {
  const greedy = (prompt: string) => ({ prompt, temperature: 0, seed: 0 });
  const prompts = [...new Set(targets.flatMap(({ rows }) => rows.map(({ prompt }) => prompt)))].sort();
  const replies = await runner.ask(prompts.map(greedy), maxTokens);
  const texts = new Map(prompts.map((prompt, index) => [prompt, replies[index]?.text ?? '']));
  const executed = await runner.ask(cues.map(greedy));
  return {
    targets: Object.fromEntries(targets.map(({ name, rows }) => [name, tally(rows, texts)])),
    lists: { rows: cues.length, right: executed.filter(({ text }) => wordsOf(text).length === 5).length },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      work: { type: 'string', default: 'model/work/introspection' },
      adapters: { type: 'string', default: 'model/weights/adapters' },
      arm: { type: 'string', multiple: true, default: [...subjectNames, ...bundledAdapters] },
    },
  });
  const targets = subjectNames.map((name) => {
    const lines = readFileSync(join(values.work, `rows-${name}-test.jsonl`), 'utf8')
      .trim()
      .split('\n');
    return { name, rows: lines.map((line) => JSON.parse(line) as Row) }; // written by write-rows.ts
  });
  const cues = items(readSources('data'))
    .filter(({ task, split }) => task === 'associations' && split === 'test')
    .slice(0, executedCues)
    .map(({ prompt }) => prompt);
  for (const arm of values.arm) {
    const adapter = arm.includes('+') ? join(values.adapters, `${arm}.gguf`) : null;
    await using runner = await openRunner(`model/weights/${arm.split('+')[0]}.gguf`, 1, adapter);
    const measured = await measure(runner, targets, cues);
    writeFileSync(join(values.work, `measured-${arm}.json`), `${JSON.stringify(measured, null, 1)}\n`);
    console.log(arm);
  }
}
