import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../test/support/in-process.ts';
import { sampleLog } from '../../../test/support/logs.ts';
import { newFolder, newStore } from '../../../test/support/refusal.ts';
import { readRecording } from '../../recordings/formats.ts';

const schemas = '../shared/reference/eee';
const hasSchemas = existsSync(schemas);
const folder = newFolder();
let stderr = '';

beforeAll(async () => {
  const store = newStore();
  const models = ['simulated/a?self=1', 'simulated/b?self=0'];
  const run = async (name: string, ...flags: readonly string[]) =>
    await sebHere(['run', '--model', ...models, '--store', store, '--limit', '12', '--name', name, '--json', ...flags]);
  await run('questions', '--experiment', 'know', '--samples', '2');
  await run('others', '--experiment', 'association', 'cost', 'property', 'restriction');
  ({ stderr } = await sebHere(['report', 'questions', 'others', '--store', store, '--json', '--eee', folder]));
}, 120_000);

function filesOf(ending: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file));
}

const linesOf = (file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('seb report --eee', () => {
  it('writes a record with its samples for each model, experiment and condition', () => {
    expect(filesOf(/\.json$/)).toHaveLength(10);
    expect(stderr).toMatch(/wrote 10 records of Every Eval Ever with [\d,]+ samples to /);
    for (const file of filesOf(/\.json$/)) {
      const { detailed_evaluation_results: details, evaluation_results: results } = JSON.parse(
        readFileSync(join(folder, file), 'utf8'),
      );
      const text = readFileSync(join(folder, details.file_path));
      expect(details.checksum).toBe(createHash('sha256').update(text).digest('hex'));
      expect(details.total_rows).toBe(linesOf(details.file_path).length);
      const names = new Set(linesOf(details.file_path).map((sample) => sample.evaluation_result_id));
      expect(names).toEqual(
        new Set(results.map((result: { evaluation_result_id: string }) => result.evaluation_result_id)),
      );
    }
  });

  it.skipIf(!hasSchemas)(
    `writes what the schemas of Every Eval Ever accept${hasSchemas ? '' : ' (skipped: ../shared/reference/eee is not there)'}`,
    () => {
      const ajv = new Ajv({ strict: false });
      const validator = (name: string) =>
        ajv.compile(JSON.parse(readFileSync(`${schemas}/${name}.schema.json`, 'utf8')));
      const [record, sample] = [validator('eval'), validator('instance_level_eval')];
      for (const file of filesOf(/\.json$/)) {
        record(JSON.parse(readFileSync(join(folder, file), 'utf8')));
        expect(record.errors, file).toBeNull();
      }
      for (const line of filesOf(/_samples\.jsonl$/).flatMap(linesOf)) {
        sample(line);
        expect(sample.errors).toBeNull();
      }
    },
  );

  it('holds predictions and probabilities in the metadata, and outcomes that seb reads again', async () => {
    const file = filesOf(/know.*a-self-1.*_samples\.jsonl$/)[0] ?? '';
    const log = await readRecording(join(folder, file));
    expect(log).toMatchObject({ format: 'Every Eval Ever', asked: 'before' });
    expect(log.scores.map(({ name }) => name)).toEqual(['accuracy', 'self-prediction']);
    expect(log.items.size).toBe(12);
    expect(log.rows.filter(({ score }) => score === 'accuracy')).toHaveLength(24);
    expect(log.rows.some(({ confidence }) => confidence.kind === 'stated')).toBe(true);
    for (const { part } of log.rows) expect(part).toMatch(/^[0-9a-f]{12}\/1$/);
    const [first] = linesOf(file);
    expect(first.metadata).toMatchObject({ epoch: '1', prediction: expect.any(String), condition: expect.any(String) });
  });

  it('writes no texts of items that may not be redistributed', async () => {
    const [store, out] = [newStore(), newFolder()];
    await sebHere(['import', sampleLog('inspect/times_alpha-large.eval'), '--store', store, '--json']);
    const { code } = await sebHere(['report', '--all', '--store', store, '--json', '--eee', out]);
    expect(code).toBe(0);
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const text = readFileSync(join(out, file), 'utf8');
      expect(text).not.toMatch(/What is|times 43/);
      expect(JSON.parse(text.split('\n')[0] ?? '').output.raw).toEqual(['']);
    }
  });
});
