import type { PropertyItem } from '../../src/experiments/property/items.ts';
import { normalizedString } from '../../src/util/normalized-string.ts';
import { type Random, randomInteger, seededRandom, shuffled } from '../../src/util/random.ts';
import { opening } from './sentences.ts';

/** Seed of the ladder. */
const ladderSeed = 20264;

/** One rung of an axis: the prompt around a string, and what is asked about the answer. */
interface RungForm<Text> {
  readonly label: string;
  readonly maxOutputTokens: number;
  readonly prompt: (text: Text) => string;
}

/** An axis: strings, and forms of growing difficulty that all strings are put into. */
interface Axis<Text> {
  readonly axis: string;
  readonly property: string;
  /** Returns new text; its string is what items are clustered by. */
  readonly draw: (random: Random) => { readonly string: string; readonly text: Text };
  readonly rungs: readonly RungForm<Text>[];
}

/** The longer the answer, the further away is its last word. */
const lengthAxis: Axis<string> = {
  axis: 'length',
  property: 'last-word',
  draw: (random) => {
    const string = opening(random);
    return { string, text: string };
  },
  rungs: [
    { label: 'word', maxOutputTokens: 16, prompt: continued('the next word', 'that word') },
    { label: 'sentence', maxOutputTokens: 64, prompt: continued('one sentence', 'that sentence') },
    { label: 'paragraph', maxOutputTokens: 256, prompt: continued('a paragraph of four sentences', 'that paragraph') },
    { label: 'story', maxOutputTokens: 1024, prompt: continued('a story of about 200 words', 'the story') },
  ],
};

function continued(what: string, alone: string) {
  return (text: string) => `Continue this text with ${what}. Do not repeat it. Answer with ${alone} alone.\n${text}`;
}

interface Steps {
  readonly list: string;
  /** What is done with the chosen number, in order. */
  readonly steps: readonly string[];
}

const stepCounts = [0, 1, 2, 4] as const;

/** The model chooses a number, and computes the value of its answer from it. */
const stepsAxis: Axis<Steps> = {
  axis: 'steps',
  property: 'last-digit',
  draw: (random) => {
    const list = Array.from({ length: 5 }, () => 11 + randomInteger(random, 89)).join(' ');
    const amount = 1 + randomInteger(random, 9);
    const other = 1 + ((amount + randomInteger(random, 8)) % 9); // another amount, so that no two steps cancel out
    const all = [`add ${amount}`, `subtract ${other}`, 'multiply by 3', `add ${11 + randomInteger(random, 9)}`];
    const steps = shuffled(all, random);
    return { string: list, text: { list, steps } };
  },
  rungs: stepCounts.map((count) => ({
    label: count === 1 ? '1 step' : `${count} steps`,
    maxOutputTokens: 16,
    prompt: ({ list, steps }) => {
      const chosen = `Choose one number of this list: ${list}`;
      const [first, ...others] = steps.slice(0, count);
      if (first === undefined) return `${chosen}\nAnswer with the number alone.`;
      const then = others.map((step) => `, then ${step}`).join('');
      return `${chosen}\n${first.charAt(0).toUpperCase()}${first.slice(1)}${then}. Answer with the result alone.`;
    },
  })),
};

interface Walk {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const moveCounts = [1, 2, 4, 8] as const;
const gridSize = 12;
/** Fewest columns and rows between start and goal, so that the longest plan does not reach the goal. */
const leastAway = 4;

/** A plan on a grid; several shortest ways lead to the goal. */
const planningAxis: Axis<Walk> = {
  axis: 'planning',
  property: 'last-word',
  draw: (random) => {
    const pair = (): readonly [number, number] => {
      const apart = leastAway + randomInteger(random, gridSize - leastAway);
      const low = 1 + randomInteger(random, gridSize - apart);
      return random() < 0.5 ? [low, low + apart] : [low + apart, low];
    };
    const [columns, rows] = [pair(), pair()];
    const text: Walk = { from: [columns[0], rows[0]], to: [columns[1], rows[1]] };
    return { string: `from ${text.from.join(',')} to ${text.to.join(',')}`, text };
  },
  rungs: moveCounts.map((count) => ({
    label: count === 1 ? 'next move' : `${count} moves`,
    maxOutputTokens: 32,
    prompt: ({ from, to }) => {
      const place = ([column, row]: readonly [number, number]) => `column ${column}, row ${row}`;
      const what = count === 1 ? 'your next move' : `your next ${count} moves, with spaces between them`;
      return `You stand in ${place(from)} of a grid, and want to reach ${place(to)} by a shortest way. "right" adds 1 to the column, "left" subtracts 1; "up" adds 1 to the row, "down" subtracts 1. Answer with ${what}, and nothing else.`;
    },
  })),
};

/** Returns the items of all rungs of one axis with the next string that was not used before. */
function* itemsOf<Text>({ axis, property, draw, rungs }: Axis<Text>, seed: number): Generator<readonly PropertyItem[]> {
  const random = seededRandom('property ladder', seed, axis);
  const seen = new Set<string>();
  for (let attempt = 0; attempt < maxAttempts; ) {
    const { string, text } = draw(random);
    const key = normalizedString(string);
    attempt = seen.has(key) ? attempt + 1 : 0;
    if (seen.has(key)) continue;
    seen.add(key);
    yield rungs.map(({ label, maxOutputTokens, prompt }, index): PropertyItem => {
      const ladder: NonNullable<PropertyItem['ladder']> = { axis, rung: index + 1, label };
      const task = `${axis}: ${label}`;
      const id = `${axis}-${index + 1}-${String(seen.size).padStart(5, '0')}`;
      return { id, task, string, prompt: prompt(text), properties: [property], maxOutputTokens, split: 'test', ladder };
    });
  }
}

/** Draws of a new string before an axis counts as used up. */
const maxAttempts = 200;

/** Number of rungs of all axes: a ladder has an equal number of items of each. */
export const rungCount = [lengthAxis, stepsAxis, planningAxis].reduce((sum, { rungs }) => sum + rungs.length, 0);

/**
 * Generates items along three axes of difficulty with four rungs each: length of the answer, steps before its value
 * exists, and moves planned. Each string is put into the four forms of its axis. A longer ladder begins with the shorter
 * one. RangeError when the strings of an axis are used up.
 */
export function generateLadder(
  count: number,
  { seed = ladderSeed }: { readonly seed?: number } = {},
): readonly PropertyItem[] {
  const axes = [itemsOf(lengthAxis, seed), itemsOf(stepsAxis, seed), itemsOf(planningAxis, seed)];
  const items: PropertyItem[] = [];
  while (items.length < count) {
    for (const axis of axes) {
      const next = axis.next();
      if (next.done === true) throw new RangeError(`the templates make only ${items.length} items of the ladder`);
      items.push(...next.value);
    }
  }
  return items.slice(0, count);
}
