import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sebHere } from '../support/in-process.ts';
import { zipOf } from '../support/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-unfinished-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a log of Inspect as a run leaves it while it is being executed: a journal, without a header and a status. */
function unfinished(name: string, model: string, modulus: number): string {
  const sample = (id: number) => {
    const isRight = id % modulus !== 0;
    const match = { value: isRight ? 'C' : 'I', answer: 'a', metadata: { confidence: isRight ? 0.8 : 0.4 } };
    return { id, epoch: 1, input: `question ${id} about ${'xyz'.repeat(id)}`, target: 'A', scores: { match } };
  };
  const head = { eval_id: 'e', run_id: 'r', created: 'c', task: 't', model };
  const entries = [
    { name: '_journal/start.json', content: JSON.stringify({ version: 2, eval: head }) },
    {
      name: '_journal/summaries/1.json',
      content: JSON.stringify(Array.from({ length: 60 }, (_, id) => sample(id + 1))),
    },
  ];
  writeFileSync(join(folder, name), zipOf(entries));
  return name;
}

describe('a log of a run that is still being executed', () => {
  const a = unfinished('a.eval', 'm/a', 3);
  const b = unfinished('b.eval', 'm/b', 4);
  it.each([
    ['report', [a]],
    ['compare', [a, b]],
    ['data check', [a]],
    ['worth', [a, b, '--pass', 'm/b']],
    ['import', [a]],
  ])('is named as not finished by seb %s', async (command, args) => {
    const { stdout, stderr } = await sebHere([...command.split(' '), ...args], { folder });
    expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain(
      `${args.includes(b) ? 'a.eval and b.eval' : 'a.eval'}: the log is not finished: its run is still being executed, or was killed; its samples are those that finished first, not a random part`,
    );
  });

  it('is named so in the JSON of data check', async () => {
    const { stdout } = await sebHere(['data', 'check', a, '--json'], { folder });
    expect(JSON.parse(stdout).limits.join()).toContain('a.eval: the log is not finished');
  });
});
