import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { studyResultSchema } from '../../src/results/study-result.ts';
import { openStoreToRead } from '../../src/store/open.ts';
import type { StudyReport, studyReportJson } from '../../src/study/report/study-report.ts';
import { viewStudy } from '../../src/view/page/study-page.ts';
import { sebHere } from '../support/in-process.ts';
import { commandsOf, executeLines } from '../support/page-commands.ts';
import { newFolder } from '../support/refusal.ts';

type Told = ReturnType<typeof studyReportJson> & Pick<StudyReport, 'sections'>;

const folder = newFolder();
const store = join(folder, 'store.sqlite');
const [ann, bob] = ['simulated/ann?private=0.3&skill=0.4&reasoning=0.5', 'simulated/bob?private=0.3&skill=0.4'];
const plain = {
  ...{ targets: [ann, bob], arms: ['untrained', 'self', 'cross', 'scramble'], port: { port: 'simulated' } },
  ...{ items: 'items.jsonl', itemsPerTask: { train: 30, test: 90 }, resamples: 300 },
};

function study(design: object, ...args: readonly string[]) {
  writeFileSync(join(folder, 'design.json'), JSON.stringify(design));
  return sebHere(['study', 'introspection', 'design.json', '--store', store, ...args], { folder });
}

async function stored() {
  const opened = await openStoreToRead(store);
  try {
    return { answers: (await opened.check()).answers, runs: (await opened.runs()).map(({ id }) => id) };
  } finally {
    await opened.close();
  }
}

/** Returns the calls of each step that a dry run prints, over models. */
function printedCalls(text: string): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  let step = '';
  for (const line of text.split('\n')) {
    step = /^(\S.*):$/.exec(line)?.[1] ?? step;
    const [, count] = /^simulated\S+ +([\d,]+) +[\d,]+ input/.exec(line) ?? [];
    if (count !== undefined) calls.set(step, (calls.get(step) ?? 0) + Number(count.replaceAll(',', '')));
  }
  return calls;
}

const modes = ['direct', 'deliberate'];
let before: Awaited<ReturnType<typeof stored>>;
let ofOneMode: string;
let dry: string;
let ended: Awaited<ReturnType<typeof study>>;

beforeAll(async () => {
  const made = await sebHere(['data', 'print', 'property/animals', '--limit', '450']);
  writeFileSync(join(folder, 'items.jsonl'), made.stdout);
  ofOneMode = (await study(plain, '--json')).stdout;
  before = await stored();
  dry = (await study({ ...plain, modes }, '--dry-run')).stdout;
  ended = await study({ ...plain, modes }, '--json');
}, 240_000);

describe('a study of both modes', () => {
  it('sends the predictions in the other mode only, as many as the dry run says', async () => {
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    const planned = printedCalls(dry).get('predictions in the other mode');
    const after = await stored();
    expect(planned).toBeGreaterThan(1_000);
    expect(after.answers - before.answers).toBe(planned);
    expect(after.runs.filter((id) => !before.runs.includes(id))).toHaveLength(1);
    expect(ended.stderr).toContain('predictions of all arms: direct, 10 models');
    expect(ended.stderr).toContain('predictions in the other mode: deliberate, 10 models');
  });

  it('sends nothing the second time, and prints the same bytes', async () => {
    const { answers } = await stored();
    expect((await study({ ...plain, modes }, '--json')).stdout).toBe(ended.stdout);
    expect((await stored()).answers).toBe(answers);
  }, 120_000);

  it('keeps every other number of the study of one mode', () => {
    const { reasoning, ...others } = studyResultSchema.parse(JSON.parse(ended.stdout));
    expect(others).toEqual(JSON.parse(ofOneMode));
    expect(reasoning?.tests).toBe(2); // untrained models: arms that were trained once have no word
    // 2 tests at 5 %: (z(1 - 0.05 / 4) + z(0.8)) sqrt(1/2) / sqrt(strings),
    const [, tests, strings, size] =
      /over (\d+) tests, (\d+) test strings\): (\d+\.\d) points in the accuracy of an untrained model/.exec(
        dry.replaceAll(/\s+/g, ' '),
      ) ?? [];
    expect(Number(tests)).toBe(reasoning?.tests);
    expect(Number(size) / 100).toBeCloseTo(((2.2414 + 0.8416) * Math.SQRT1_2) / Math.sqrt(Number(strings)), 2);
    expect(dry.replaceAll(/\s+/g, ' ')).toContain('Trained arms have a word from 3 trainings on');
  });

  it('finds which model reasons, and no change by training where training changes nothing', () => {
    const { reasoning } = studyResultSchema.parse(JSON.parse(ended.stdout));
    const found = (base: string, arm: string) =>
      reasoning?.arms.find((each) => each.base === base && each.arm === arm && each.target === base);
    expect(found(ann, 'untrained')?.difference.word).toBe('higher');
    expect(found(bob, 'untrained')?.difference.word).toBe('no difference found');
    for (const arm of ['self', 'scramble']) {
      expect(found(ann, arm)?.difference.word).toBe('no test');
      expect(found(ann, arm)?.difference.quantity.value).toBeGreaterThan(0.1);
    }
    expect(reasoning?.changes.map(({ difference }) => difference.word)).toEqual(['no test', 'no test']);
    for (const { constant, coverage } of reasoning?.arms ?? []) {
      expect(constant.value).toBeGreaterThan(0);
      expect(coverage).toEqual({ direct: 1, deliberate: 1 });
    }
  });

  it('says it in the terminal, the files of the report and the viewer', async () => {
    const out = join(folder, 'out');
    const report = await sebHere(['study', 'report', '--json', '--out', out, '--store', store]);
    const told = JSON.parse(report.stdout) as Told;
    const { tables = [] } = told.sections.find(({ id }) => id === 'reasoning') ?? {};
    expect(tables.map(({ id }) => id)).toEqual(['reasoning', 'reasoning-change']);
    const printed = (await sebHere(['study', 'report', '--wide', '--store', store])).stdout.replaceAll(/\s+/g, ' ');
    const file = (name: string) => readFileSync(join(out, name), 'utf8');
    for (const note of tables.flatMap(({ notes = [] }) => notes)) {
      expect(printed).toContain(note);
      expect(file('study.md').replaceAll('\\', '')).toContain(note);
    }
    expect(printed).toMatch(/model arm about direct deliberate difference \[95 %\] base rate/);
    expect(file('tables/reasoning.csv')).toMatch(/^model,arm,about,direct,deliberate,difference,difference low/);
    expect(file('study.tex')).toContain('With and without reasoning before the answer');
    expect(told.methods).toContain('all analyses but their comparison use direct');
    expect(file(`figures/study-reasoning-${told.study.slice(0, 8)}.svg`)).toContain('deliberate');
    const opened = await openStoreToRead(store);
    try {
      const study = (await opened.studies()).find(({ id }) => id === told.study);
      if (study === undefined) throw new Error('the store has the study');
      const { page } = await viewStudy(opened, study);
      const viewed = page?.sections.find(({ id }) => id === 'reasoning')?.tables ?? [];
      expect(viewed.map(({ rows }) => rows.map((row) => row.map(({ text }) => text)))).toEqual(
        tables.map(({ rows }) => rows.map((row) => row.map(({ text }) => text))),
      );
      expect(page?.figures.map(({ section }) => section)).toContain('reasoning');
    } finally {
      await opened.close();
    }
  }, 120_000);

  it('finds on the page what the page says of its models', async () => {
    const page = readFileSync(new URL('../../docs/study.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('\n## With and without reasoning\n');
    const own = newFolder();
    writeFileSync(join(own, 'reasoning.json'), /^```json\n(.*?)^```$/ms.exec(section)?.[1] ?? '');
    const printed = await executeLines(commandsOf('study.md', 'With and without reasoning'), own);
    expect(printed.replaceAll(/\s+/g, ' ')).toMatch(/where reasoning is allowed: ann, untrained \(\+\d+\.\d points \[/);
    expect(printed.replaceAll(/\s+/g, ' ')).toMatch(
      /No difference found after adjustment over 2 tests .* 1 of 10: bob, untrained\./,
    );
  }, 120_000);

  it.each([
    ['one mode', ['direct']],
    ['a mode twice', ['direct', 'direct']],
  ])('refuses %s', async (_, listed) => {
    const refused = await study({ ...plain, modes: listed }, '--dry-run');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('list both modes: direct and deliberate');
  });
});
