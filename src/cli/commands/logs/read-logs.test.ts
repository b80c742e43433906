import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sebHere } from '../../../../test/support/in-process.ts';
import { everyEvalEverLog, lmEvalLogs, sampleLog } from '../../../../test/support/logs.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-read-logs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const flat = (text: string) => text.replace(/\s+/g, ' ');

function write(name: string, ...lines: readonly string[]): string {
  writeFileSync(join(folder, name), lines.join('\n'));
  return join(folder, name);
}

const ids = Array.from({ length: 30 }, (_, id) => id);
const table = write(
  'a.csv',
  'model,id,correct',
  ...ids.flatMap((id) => [`a,${id},${id % 2}`, `b,${id},${id % 3 === 0}`]),
);
const unread = write('u.csv', 'model,id,score', ...ids.map((id) => `a,${id},${id}`));
const several = write(
  'p.jsonl',
  ...ids.map((id) =>
    JSON.stringify({
      ...{ promptIdx: 0, testIdx: id, success: id % 2 === 0, gradingResult: {}, provider: { id: 'm' }, vars: { id } },
      ...{ response: { output: 'x' }, namedScores: { helpful: 3 + (id % 8) } },
    }),
  ),
);

const commands: readonly (readonly string[])[] = [['report'], ['import', '--store', join(folder, 's.sqlite')]];

describe('readLogs', () => {
  it.each([
    ['the same path', () => table],
    ['another way to write the path', () => `${folder}/../${folder.split('/').at(-1)}/./a.csv`],
    [
      'a link to the file',
      () => {
        symlinkSync(table, join(folder, 'link.csv'));
        return join(folder, 'link.csv');
      },
    ],
    [
      'a link to its folder',
      () => {
        mkdirSync(join(folder, 'other'));
        symlinkSync(folder, join(folder, 'other', 'here'));
        return join(folder, 'other', 'here', 'a.csv');
      },
    ],
  ])('refuses a log that is given twice, by %s', async (_, again) => {
    const { stderr, code } = await sebHere(['report', table, again()]);
    expect([code, flat(stderr)]).toEqual([1, expect.stringContaining('is given twice')]);
  });
});

describe('readScoredLogs', () => {
  it.each([...commands, ['compare'], ['worth', '--abstain']])(
    'says for %s which values are not read, where none are',
    async (...args) => {
      const { stderr } = await sebHere([args[0] ?? '', unread, ...args.slice(1)]);
      expect(flat(stderr)).toMatch(
        /seb: column score is not right or wrong: its values go from 0 \(row 1\) to 29 \(row 30\)/,
      );
      expect(flat(stderr)).not.toContain('no rows are left');
    },
  );
});

describe('a doubt on one of several logs', () => {
  it('names the log', async () => {
    const sound = write('s.csv', 'model,id,correct', ...ids.map((id) => `m,${id},${id % 2}`));
    const twice = write('t.csv', 'model,id,correct', ...[...ids, 1, 2].map((id) => `m,${id},${id % 2}`));
    const { stderr } = await sebHere(['report', sound, twice]);
    expect(flat(stderr)).toContain('check: same rows: m (t.csv): 2 of 32 rows repeat another row in full');
  });
});

describe('stated values that look filled in', () => {
  const rows = (isFilled: boolean) =>
    Array.from({ length: 200 }, (_, id) => {
      const isRight = (id * 7) % 10 > 2;
      const stated = isFilled && !isRight ? 0.5 : ((id * 37) % 90) / 100 + 0.055;
      return `m,${id},${isRight ? 1 : 0},${stated.toFixed(3)}`;
    });
  const sound = write('sound.csv', 'model,id,correct,confidence', ...rows(false));
  const filled = write('filled.csv', 'model,id,correct,confidence', ...rows(true));
  const worth = async (keep: string, pass: string) =>
    flat(
      (await sebHere(['worth', sound, filled, '--keep', `m (${keep})`, '--pass', `m (${pass})`, '--asked', 'before']))
        .stderr,
    );

  it('take the word of that model in that log alone', async () => {
    expect(await worth('filled.csv', 'sound.csv')).toContain('m (filled.csv) looks filled in');
    expect(await worth('sound.csv', 'filled.csv')).not.toContain('not measured: m');
  });
});

describe('--score', () => {
  it('chooses one score of a log, which --range is about', async () => {
    const { stdout } = await sebHere(['report', several, '--score', 'namedScores.helpful', '--range', '0', '10']);
    expect(flat(stdout)).toContain('mean grade of m is');
    expect(stdout).not.toContain('success');
    const whole = await sebHere(['report', several, '--range', '0', '10']);
    expect(flat(whole.stdout)).toMatch(/success m 30 50\.0 %/);
  });

  it.each(commands)('is refused by %s where no log has it, with those that exist', async (...args) => {
    const { stderr, code } = await sebHere([args[0] ?? '', several, ...args.slice(1), '--score', 'clear']);
    expect([code, flat(stderr)]).toEqual([1, expect.stringContaining('no log has the score "clear"')]);
    expect(stderr).toContain('success');
  });

  it('has no meaning for a report of runs', async () => {
    const { stderr } = await sebHere(['report', 'latest', '--score', 'right', '--store', join(folder, 'none.sqlite')]);
    expect(flat(stderr)).toContain('--score has no meaning for runs');
  });
});

describe('every command on logs', () => {
  const jsonRows = ids.flatMap((id) => [
    { model: 'a', id, correct: id % 2 === 0 },
    { model: 'b', id, correct: id % 3 === 0 },
  ]);
  const formats: readonly (readonly [string, () => string])[] = [
    ['a JSON list', () => write('list.json', JSON.stringify(jsonRows))],
    ['a JSON list in lines', () => write('pretty.json', JSON.stringify(jsonRows, null, 1))],
    ['JSON lines called .json', () => write('lines.json', ...jsonRows.map((row) => JSON.stringify(row)))],
    ['rows inside an object', () => write('object.json', JSON.stringify({ eval: 'x', rows: jsonRows }))],
    [
      'a list whose rows have a field eval',
      () => write('eval.json', JSON.stringify(jsonRows.map((row) => ({ ...row, eval: 1 })))),
    ],
    ['HELM', () => sampleLog('helm/per_instance_stats.json')],
    ['EvalPlus', () => logsIn('evalplus')],
    ['SWE-bench', () => logsIn('swe-bench')],
    ['promptfoo', () => sampleLog('promptfoo/out.json')],
    ['Inspect as JSON', () => sampleLog('inspect/string-ids.json')],
    ['Inspect', () => sampleLog('inspect/times_alpha-large.eval')],
    ['Every Eval Ever', () => everyEvalEverLog],
    ['lm-eval', () => lmEvalLogs[0] ?? ''],
    ['a table', () => sampleLog('table/answers.csv')],
  ];
  const logsIn = (name: string) => globSync(`${sampleLog(name)}/**/*.json`).sort()[0] ?? '';

  it.each(formats)('reads %s', async (_, file) => {
    const path = file();
    const reported = await sebHere(['report', path, '--json']);
    expect([reported.code, reported.stderr]).toEqual([0, expect.not.stringContaining('JSON')]);
    expect(JSON.parse(reported.stdout).right.length).toBeGreaterThan(0);
    expect((await sebHere(['import', path, '--store', join(folder, 'all.sqlite')])).code).toBe(0);
    expect((await sebHere(['data', 'check', path])).code).toBe(0);
    const compared = await sebHere(['compare', path]);
    expect(compared.stderr).not.toMatch(/is not a JSON object|is not JSON|damaged/);
  });
});
