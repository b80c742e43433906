import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-failed-'));
const models = ['old', 'new'];
const items = Array.from({ length: 100 }, (_, item) => item);
const isFailed = (model: string, item: number) => model === 'new' && item % 5 === 0;

const promptfoo = models.flatMap((model, promptIdx) =>
  items.map((item) => ({
    ...{ promptIdx, testIdx: item, provider: { id: model }, prompt: { raw: `question ${item}`, label: 'q' } },
    ...{ vars: { item }, success: !isFailed(model, item), failureReason: isFailed(model, item) ? 2 : 0 },
    ...(isFailed(model, item) ? { error: 'API 429' } : { gradingResult: { pass: true }, response: { output: 'A' } }),
  })),
);
const table = models.flatMap((model) =>
  items.map(
    (item) => `${model},q${item},${Number(!isFailed(model, item))},${isFailed(model, item) ? 'rate_limited' : 'ok'}`,
  ),
);
const answers = models.flatMap((model) =>
  items.map((item) => `${model},q${item},${isFailed(model, item) ? `0,Error code: 429 - id ${item}` : '1,A'}`),
);
const logs = {
  'out.jsonl': promptfoo.map((row) => JSON.stringify(row)),
  'status.csv': ['model,item,correct,status', ...table],
  'answers.csv': ['model,item,correct,answer', ...answers],
};

describe('calls of which a fifth failed', () => {
  it.each(Object.entries(logs))(
    'are not measured by a gate, in whatever place they stand, and are named: %s',
    async (name, lines) => {
      const file = join(folder, name);
      writeFileSync(file, lines.join('\n'));
      for (const named of [
        ['new', 'old'],
        ['old', 'new'],
      ]) {
        const gate = await sebHere(['compare', file, '--model', ...named, '--fail-if-lower', '0.5']);
        expect([gate.code, gate.stderr]).toEqual([2, expect.stringContaining('not measured')]);
      }
      const { stdout } = await sebHere(['data', 'check', file]);
      expect(stdout.replace(/\s+/g, ' ')).toContain('errors: new: 80 % of the 100 executions have a usable outcome');
    },
  );
});
