import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { InspectLog } from './log.ts';
import { noUsage } from './log-usage.ts';

it('reduces each item to the mean of its scored epochs', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'seb-log-')), 'log.eval');
  const group = { run: 'r', experiment: 'restriction', model: 'm', condition: 'paper', part: 0 };
  const log = new InspectLog(group, path, { runs: [], datasets: [] });
  const add = (id: string, epoch: number, value: number) => {
    const score = { value, answer: 'yes', metadata: { units: [] } };
    log.add({
      id,
      epoch,
      input: '',
      target: '',
      model: 'm',
      score,
      metadata: {},
      cluster: id,
      isScoredElsewhere: false,
      answer: null,
      events: [],
      conversation: null,
      usage: noUsage,
      uuid: 'u',
      times: { startedAt: null, completedAt: null, total: null, working: null },
    });
  };
  add('one', 1, 1);
  add('one', 2, 0);
  add('two', 1, 1);
  add('two', 2, Number.NaN);
  log.finish({ estimates: [], findings: [] });
  const members = unzipSync(readFileSync(path));
  const [reduced] = JSON.parse(Buffer.from(members['reductions.json'] ?? []).toString());
  expect(reduced.samples).toEqual([
    { value: 0.5, history: [], sample_id: 'one' },
    { value: 1, history: [], sample_id: 'two' },
  ]);
  expect(
    JSON.parse(
      Buffer.from(members['summaries.json'] ?? [])
        .toString()
        .replaceAll('NaN', 'null'),
    ),
  ).toHaveLength(4);
});
