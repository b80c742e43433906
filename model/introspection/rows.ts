/** Training rows of all arms and test rows, from the executions of both models. */
import { createHash } from 'node:crypto';
import { predictionPrompt } from '../../src/experiments/property/prompts.ts';
import { properties } from '../../src/experiments/property/properties.ts';
import { seededRandom, shuffled } from '../../src/util/random.ts';
import type { Execution } from './execute.ts';
import { controlProperties, type StudyItem } from './items.ts';

/** One example: a prompt and the answer that is trained, or that is right in a test. */
export interface Row {
  readonly task: string;
  readonly property: string;
  readonly string: string;
  readonly prompt: string;
  readonly answer: string;
}

/** The condition that adapters are trained and tested under. */
const condition = { wording: 'asked-before', mode: 'direct', system: null } as const;

/** Returns a row per item and property that the answer has. */
export function rowsOf(executions: readonly Execution[]): Row[] {
  return executions.flatMap(({ item, answer }) =>
    item.properties.flatMap((name) => {
      const property = properties.get(name);
      if (property === undefined) throw new Error(`unknown property ${name}`);
      const value = property.extract(answer.trim(), item);
      if (value === null) return [];
      const prompt = predictionPrompt({ item, property, condition, subject: '' });
      return [{ task: item.task, property: name, string: item.string, prompt, answer: value }];
    }),
  );
}

/** Returns the rows that adapters are trained on: all but those of the control properties. */
export function trainingRows(executions: readonly Execution[], cap: number): Row[] {
  return capped(
    rowsOf(executions).filter(({ property }) => !controlProperties.includes(property)),
    () => cap,
  );
}

/** Keeps the rows of some strings of each task; fewer strings are a subset of more. `max` says how many of a task's. */
export function capped(rows: readonly Row[], max: (strings: number) => number): Row[] {
  const rank = (text: string) => createHash('sha256').update(`row ${text}`).digest('hex');
  const kept = new Set<string>();
  for (const [task, group] of Map.groupBy(rows, (row) => row.task)) {
    const ranked = [...new Set(group.map(({ string }) => string))]
      .map((text) => ({ text, rank: rank(text) }))
      .sort((left, right) => (left.rank < right.rank ? -1 : 1));
    for (const { text } of ranked.slice(0, max(ranked.length))) kept.add(`${task}\n${text}`);
  }
  return rows.filter(({ task, string }) => kept.has(`${task}\n${string}`));
}

/** Permutes the answers inside each task and property; of `names-one-of`, which of the item's two words is named. */
export function scrambled(rows: readonly Row[], items: readonly StudyItem[], seed: string): Row[] {
  const options = new Map(items.map((item) => [`${item.task}\n${item.string}`, item.options]));
  const optionsOf = ({ task, string }: Row) => options.get(`${task}\n${string}`) ?? [];
  const result: Row[] = [...rows];
  for (const [group, members] of Map.groupBy(rows.keys(), (position) => groupOf(rows[position] as Row))) {
    const sources = shuffled(members, seededRandom('scramble', seed, group));
    for (const [index, position] of members.entries()) {
      const [row, source] = [rows[position] as Row, rows[sources[index] as number] as Row]; // both are places of rows
      const answer =
        row.property === 'names-one-of' ? optionsOf(row)[optionsOf(source).indexOf(source.answer)] : source.answer;
      result[position] = { ...row, answer: answer ?? source.answer };
    }
  }
  return result;
}

function groupOf({ task, property }: Row): string {
  return `${task} ${property}`;
}

/** Returns rows that teach the executions themselves: what the shifted arm is trained on. */
export function executionRows(executions: readonly Execution[], cap: number): Row[] {
  const rows = executions.map(({ item: { task, string, prompt }, answer }) => ({
    task,
    property: 'execution',
    string,
    prompt,
    answer,
  }));
  return capped(rows, () => cap);
}
