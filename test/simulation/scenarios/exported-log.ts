import { join } from 'node:path';
import { conditionName } from '../../../src/answers/plan/item-task.ts';
import { defaultSettings, type RunId } from '../../../src/domain/run-config.ts';
import { plainSlotKinds } from '../../../src/domain/slot.ts';
import { experimentNamed, experimentRegistry } from '../../../src/experiments/registry.ts';
import type { OutcomeRow } from '../../../src/outcome-kinds/outcome-kinds.ts';
import { LogWriter } from '../../../src/report/inspect-logs/log-writer.ts';
import type { RunRecord } from '../../../src/store/store.ts';
import type { DrawnReport } from './scenario.ts';

/** A drawn data set as logs that `seb report --out` writes of a run, so that `seb report` reads the outcomes that were drawn. */

const condition = { wording: 'drawn', optionOrder: 'given', mode: 'direct', language: 'en', system: null } as const;

/** Returns rows under a condition that a run can have. */
export function underCondition(rows: readonly OutcomeRow[]): readonly OutcomeRow[] {
  return rows.map((row) => ({ ...row, condition: conditionName(condition) }));
}

/** Writes a log of each model into a folder with the writer of `seb report --out`, and returns their paths. */
export function writeExportedLogs({ rows: drawn, texts }: DrawnReport, folder: string): readonly string[] {
  const rows = underCondition(drawn);
  const models = [...Map.groupBy(rows, ({ model }) => model)];
  const run = runOf(rows);
  const writer = new LogWriter({ runs: [run], datasets: [] });
  const paths = models.map((_, log) => join(folder, `model-${log}.eval`));
  for (const [log, [model, own]] of models.entries()) {
    const [{ experiment, condition }] = own as [OutcomeRow, ...OutcomeRow[]];
    const slots = plainSlotKinds(experimentNamed(experimentRegistry(), experiment).slots);
    const group = { run: run.id, experiment, model, condition, part: 0 };
    writer.carryOut({ kind: 'open', log, group, path: paths[log] as string, slots });
    for (const row of own) {
      writer.row(row);
      writer.carryOut({ kind: 'add', log, text: texts?.get(row.item) ?? null, calls: [], scored: null, answers: [] });
    }
  }
  writer.carryOut({ kind: 'finish', found: { estimates: [], findings: [] } });
  return paths;
}

/** Returns a finished run that has the rows. */
function runOf(rows: readonly OutcomeRow[]): RunRecord {
  const names = new Set(rows.map(({ model }) => model));
  const experiments = new Set(rows.map(({ experiment }) => experiment));
  const dataset = { name: 'drawn', sha256: 'drawn', items: new Set(rows.map(({ item }) => item)).size };
  return {
    id: (rows[0]?.run ?? '') as RunId, // its name is drawn, not made of its configuration
    config: {
      models: Array.from(names, (name) => ({ name, identity: name, baseUrl: null })),
      judge: null,
      judgeRubric: 'two-way',
      experiments: Array.from(experiments, (name) => ({ name, version: 1, dataset, conditions: [condition] })),
      samples: 1,
      sampling: {},
      seed: 1,
    },
    ...{ status: 'finished', createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    ...{ endpoints: [], consents: [] },
    provenance: {
      ...{ sebVersion: '0.4.0', nodeVersion: process.version, platform: process.platform, gitCommit: null },
      ...{ packages: {}, command: 'seb run', settings: defaultSettings, prices: null, notes: [] },
    },
  };
}
