import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import type { Comparison, PrintedComparison } from '../../../results/comparison.ts';

const items = 300;
/** Two models of which `old` is right more often, and whose confidences are equally good. */
const models = { old: 0.45, new: 0.32 };

function rowsOf(name: keyof typeof models): readonly string[] {
  return Array.from({ length: items }, (_, item) => {
    const isRight = (item * 0.618034 + (name === 'old' ? 0 : 0.3)) % 1 < models[name];
    return `${name},q${item},${Number(isRight)},${(0.3 + (item % 11) / 25).toFixed(2)}`;
  });
}

const header = 'model,item_id,is_correct,confidence';
const folder = mkdtempSync(join(tmpdir(), 'seb-picture-'));

function written(name: string, rows: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${[header, ...rows].join('\n')}\n`);
  return file;
}

const oneTable = (names: readonly (keyof typeof models)[]) => [
  written(`${names.join('-')}.csv`, names.flatMap(rowsOf)),
];
const twoTables = (names: readonly (keyof typeof models)[]) =>
  names.map((name) => written(`${name}.csv`, rowsOf(name)));

const inputs: readonly (readonly [string, readonly string[], string])[] = [
  ['one table, the old model first', oneTable(['old', 'new']), 'old is higher than new'],
  ['one table, the new model first', oneTable(['new', 'old']), 'new is lower than old'],
  ['two tables, the old model first', twoTables(['old', 'new']), 'old is higher than new'],
  ['two tables, the new model first', twoTables(['new', 'old']), 'new is lower than old'],
];

describe('the picture of compared logs', () => {
  it.each(inputs)(
    'says what `seb compare` says of %s',
    async (name, files, sentence) => {
      const compared: PrintedComparison = JSON.parse((await sebHere(['compare', ...files, '--json'])).stdout);
      const [pair] = compared.differences;
      const out = join(folder, name);
      expect((await sebHere(['report', ...files, '--out', out])).code).toBe(0);
      const { differences }: Comparison = JSON.parse(readFileSync(join(out, 'comparison.json'), 'utf8'));
      expect(differences).toMatchObject([
        {
          a: `recorded/${pair?.a}`,
          b: `recorded/${pair?.b}`,
          word: pair?.word,
          p: pair?.p,
          measure: 'right',
          quantity: pair?.quantity,
        },
      ]);
      const picture = readFileSync(join(out, 'figures/comparison.svg'), 'utf8').replaceAll(/<[^>]*>/g, ' ');
      expect(picture.replaceAll(/\s+/g, ' ')).toContain(`Right answers: ${sentence} by`);
    },
    60_000,
  );
});
