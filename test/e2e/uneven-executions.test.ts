import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scored } from '../../src/experiments/scored/index.ts';
import { readRecording } from '../../src/recordings/formats.ts';
import { seededRandom } from '../../src/util/random.ts';
import { sebHere } from '../support/in-process.ts';
import { newFolder, newStore } from '../support/refusal.ts';

const folder = newFolder();

/** Writes a table of two models on 100 items: `new` has one to three executions of an item, `base` always three. */
function unevenTable(): string {
  const random = seededRandom('uneven executions');
  const lines = ['model,item_id,is_correct,confidence,epoch'];
  for (let item = 0; item < 100; item += 1) {
    const chance = random() < 0.5 ? 0.85 : 0.2;
    for (const [model, executions, loss] of [
      ['new', 1 + (item % 3), 0.18],
      ['base', 3, 0],
    ] as const)
      for (let epoch = 1; epoch <= executions; epoch += 1)
        lines.push(`${model},q${item},${Number(random() < chance - loss)},${epoch === 1 ? chance : ''},${epoch}`);
  }
  const file = join(folder, 'uneven.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

describe('items with different numbers of executions', async () => {
  const file = unevenTable();
  const store = newStore();
  const imported = await sebHere(['import', file, '--asked', 'before', '--store', store]);
  const ids = imported.stdout.match(/^[0-9a-f]{12}/gm) ?? [];

  it('have one word, interval and p in a comparison of logs and of the runs imported from them', async () => {
    const ofLogs = JSON.parse((await sebHere(['compare', file, '--json'])).stdout);
    const ofRuns = JSON.parse(
      (await sebHere(['compare', '--all', '--score', 'right', '--json', '--store', store])).stdout,
    );
    const [log] = ofLogs.differences;
    const [run] = ofRuns.differences;
    const turn = log.a.includes('new') === run.a.includes('new') ? 1 : -1;
    expect(log.word).toBe('lower');
    expect(run.word).toBe(turn === 1 ? 'lower' : 'higher');
    expect(run.quantity.value).toBeCloseTo(turn * log.quantity.value, 12);
    expect(run.quantity.interval[0]).toBeCloseTo(turn === 1 ? log.quantity.interval[0] : -log.quantity.interval[1], 12);
    expect(run.p).toBeCloseTo(log.p, 12);
    expect([log.missing.units, run.missing.units]).toEqual([0, 0]);
  });

  it('have no missing executions in a report of logs nor of runs: one fit, and no reason', async () => {
    const reports = [
      await sebHere(['report', file, '--asked', 'before', '--json']),
      await sebHere(['report', '--all', '--json', '--store', store]),
    ].map(({ stdout }) => JSON.parse(stdout));
    const words = reports.map(({ findings }) =>
      findings.map(({ model, fit, changedByMissing }: Record<string, unknown>) => [
        String(model).replace('recorded/', ''),
        fit,
        changedByMissing,
      ]),
    );
    expect(words[0].toSorted()).toEqual(words[1].toSorted());
    for (const { right, limits } of reports) {
      const executions = right.map((each: { executions: number }) => each.executions).toSorted();
      expect(executions).toEqual([199, 300]);
      expect(right.flatMap((each: { missing: unknown[] }) => each.missing)).toEqual([]);
      expect(limits.join(' ')).not.toMatch(/not-recorded|missing/);
    }
  });

  it('has one reason for all missing executions of a kind, however many items lack one', () => {
    const reasons = ['q1', 'q2', 'q3'].map((item) => {
      const lost = {
        kind: 'absent',
        slot: 'execute',
        reason: 'failed',
        detail: `timeout: no answer for ${item}`,
      } as const;
      const outcome = {
        kind: 'binary',
        unit: '',
        prediction: lost,
        probability: null,
        executions: [lost],
        label: null,
      };
      return scored.missingAnswer?.(outcome as unknown as Parameters<NonNullable<typeof scored.missingAnswer>>[0]);
    });
    expect(new Set(reasons.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  it('does not name a command that cannot help: a recording is not resumed', async () => {
    expect(ids).toHaveLength(2);
    for (const id of ids) {
      const { code, stderr } = await sebHere(['resume', id, '--store', store]);
      expect(code).toBe(1);
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain('was imported: nothing can be sent for its missing answers');
      expect(stderr).not.toContain('unknown experiment');
    }
    const gate = await sebHere(['compare', ids[0]!, ids[1]!, '--fail-if-lower', '0.5', '--store', store]);
    expect(gate.stdout + gate.stderr).not.toContain('seb resume');
  });
});

describe('planned epochs of an Inspect log', () => {
  const samples = Array.from({ length: 6 }, (_, number) => {
    const [id, epoch] = [`q${number >> 1}`, 1 + (number % 2)];
    return { id, epoch, input: `What is ${id}?`, target: 'x', scores: { match: { value: epoch === 1 ? 'C' : 'I' } } };
  });
  const log = (name: string, epochs: number, kept: readonly (typeof samples)[number][]) => {
    const path = join(folder, name);
    const config = { run_id: 'r', created: '2026-01-01', task: 'times', model: 'm', config: { epochs } };
    writeFileSync(path, JSON.stringify({ version: 2, status: 'success', eval: config, samples: kept }));
    return path;
  };

  it('are missing where the log has no sample of them', async () => {
    const { rows, notes } = await readRecording(log('planned.json', 2, samples.slice(0, 4).concat(samples.slice(5))));
    const absent = rows.flatMap(({ item, epoch, outcome }) =>
      outcome.kind === 'absent' ? [[item, epoch, outcome]] : [],
    );
    expect(absent).toEqual([['q2', 1, { kind: 'absent', reason: 'cancelled', counted: null }]]);
    expect(notes.join(' ')).toContain('1 planned epoch of the samples is not in the log: it is missing');
  });

  it('are not invented for a log that plans one, or that has them all', async () => {
    for (const path of [log('all.json', 2, samples), log('one.json', 1, [samples[0]!, samples[2]!])]) {
      const { rows } = await readRecording(path);
      expect(rows.filter(({ outcome }) => outcome.kind === 'absent')).toEqual([]);
    }
  });
});
