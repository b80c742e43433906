import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecording } from '../formats.ts';
import { screenRecordings } from './check-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-cut-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns 120 rows with answers of 100 to 457 characters; every sixth one is changed, and wrong. */
function rowsWith(change: (text: string, item: number) => object, others: object = {}, isRight = false) {
  return Array.from({ length: 120 }, (_, item) => {
    const text = `Item ${item}: ${'let me think. '.repeat(60)}`;
    const row = { item_id: `q${item}`, answer: text.slice(0, 100 + 3 * item), is_correct: Number(item % 4 > 0) };
    return item % 6 === 0 ? { ...row, is_correct: Number(isRight), ...change(text, item) } : { ...row, ...others };
  });
}

async function read(rows: readonly object[], name = 'answers.jsonl') {
  const file = join(folder, name);
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  return screenRecordings([await readRecording(file)]);
}

async function cutIn(rows: readonly object[]) {
  const { findings } = await read(rows);
  return findings.find(({ check }) => check === 'cut');
}

describe('answers that a limit cut', () => {
  it.each([
    ...['length', 'max_tokens', 'MAX_TOKENS', 'FinishReason.MAX_TOKENS', 'max_output_tokens', 'model_length'],
    ...['truncated', 'model_context_window_exceeded'],
  ])('are named by their finish reason: %s', async (reason) => {
    for (const column of ['finish_reason', 'stopReason']) {
      const found = await cutIn(rowsWith(() => ({ [column]: reason }), { [column]: 'stop' }));
      expect(found?.found).toBe(`20 of 120 answers were cut ("${reason}"), and 20 of them are scored as wrong`);
      expect(found?.effect).toContain('accuracy is 66.7 %, and 80 % without them');
      expect(found?.rows).toHaveLength(20);
    }
  });

  it('are said to change the mean score of grades, and not accuracy', async () => {
    const graded = rowsWith(() => ({ finish_reason: 'length' }), { finish_reason: 'stop' }).map(
      ({ is_correct, ...row }, item) => ({ ...row, score: is_correct === 0 ? 0 : 0.5 + (item % 7) / 20 }),
    );
    expect((await cutIn(graded))?.effect).toMatch(
      /^they count as scored; the mean score is [\d.]+ %, and [\d.]+ % without them$/,
    );
  });

  it('are named by a flag, by their tokens and by their characters', async () => {
    expect((await cutIn(rowsWith(() => ({ truncated: true }), { truncated: false })))?.rows).toHaveLength(20);
    const tokens = rowsWith((_, item) => ({ completion_tokens: 512 + 0 * item }));
    const counted = tokens.map((row, item) => ({ completion_tokens: 40 + item, ...row }));
    expect((await cutIn(counted))?.found).toContain('20 of 120 answers have 512 output tokens, the maximum');
    expect((await cutIn(rowsWith((text) => ({ answer: text.slice(0, 500) }))))?.found).toBe(
      '20 of 120 answers have 500 characters, the maximum, and 20 of them are scored as wrong: they may be cut',
    );
  });

  it('are not those that ended, are right as often as others, are few, or are one text', async () => {
    expect(await cutIn(rowsWith(() => ({ finish_reason: 'stop' }), { finish_reason: 'stop' }))).toBeUndefined();
    expect(await cutIn(rowsWith((text) => ({ answer: text.slice(0, 500) }), {}, true))).toBeUndefined();
    expect(await cutIn(rowsWith((text, item) => ({ answer: text.slice(0, item < 48 ? 500 : 90) })))).toBeUndefined();
    expect(await cutIn(rowsWith(() => ({ answer: `I cannot help with that. ${'-'.repeat(475)}` })))).toBeUndefined();
    expect(await cutIn(rowsWith(() => ({ answer: 'D' }), { answer: 'A' }))).toBeUndefined();
    for (const start of [1000, 0.5, 9_000_000])
      for (const isTwice of [false, true]) {
        const refusal = (item: number) =>
          `I cannot help with request ${(start + item / 1000).toFixed(3)}${isTwice ? `, nor with ${1000 + item}` : ''}.`;
        expect(await cutIn(rowsWith((_, item) => ({ answer: refusal(item).padEnd(500, '-') })))).toBeUndefined();
      }
  });

  it('are named in logs of Inspect, promptfoo and Every Eval Ever', async () => {
    const ids = Array.from({ length: 60 }, (_, id) => ({ id, reason: id % 5 === 0 ? 'max_tokens' : 'stop' }));
    const inspect = {
      ...{ version: 2, status: 'success', eval: { eval_id: 'e', run_id: 'r', created: 'c', task: 't', model: 'm' } },
      samples: ids.map(({ id, reason }) => ({
        ...{ id, epoch: 1, input: `q${id}`, target: 'x', scores: { match: { value: id % 5 === 0 ? 'I' : 'C' } } },
        output: { model: 'm', choices: [{ stop_reason: reason, message: { role: 'assistant', content: 'x' } }] },
      })),
    };
    const promptfoo = ids.map(({ id, reason }) => ({
      ...{ testIdx: id, promptIdx: 0, success: id % 5 > 0, vars: { question: `q${id}` } },
      ...{ provider: { id: 'm' }, prompt: { raw: `q${id}`, label: 'p' }, gradingResult: { pass: id % 5 > 0 } },
      response: { output: `four ${id}`, finishReason: reason === 'stop' ? 'stop' : 'length' },
    }));
    const everyEvalEver = ids.map(({ id, reason }) => ({
      ...{ schema_version: '0.3.0', evaluation_id: 'e', model_id: 'm', evaluation_result_id: 'r', sample_id: `${id}` },
      ...{ input: { raw: `q${id}` }, evaluation: { score: Number(id % 5 > 0) }, metadata: { stop_reason: reason } },
    }));
    for (const [name, rows] of [
      ['i.json', [inspect]],
      ['p.jsonl', promptfoo],
      ['e_samples.jsonl', everyEvalEver],
    ] as const) {
      const { findings } = await read(rows, name);
      expect(findings.find(({ check }) => check === 'cut')?.rows).toHaveLength(12);
    }
  });

  it('keep their outcomes, and no cut answer is a failed call', async () => {
    const { logs } = await read(rowsWith(() => ({ finish_reason: 'length' }), { finish_reason: 'stop' }));
    expect(logs[0]?.rows.every(({ outcome }) => outcome.kind === 'scored')).toBe(true);
  });
});
