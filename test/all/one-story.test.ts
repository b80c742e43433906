import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { latexText } from '../../src/report/render/latex.ts';
import { listedLimits, type Results } from '../../src/results/results.ts';
import { answeringServer } from '../support/answering-server.ts';
import {
  byKey,
  contradictionOf,
  csvRows,
  inspectFindings,
  junitRows,
  junitTextOf,
  latexRows,
  markdownRows,
  numbersOf,
  plain,
  rowsOf,
  terminalRows,
} from '../support/finding-surfaces.ts';
import { sebHere } from '../support/in-process.ts';
import { readablePage } from '../support/page-data.ts';
import { peopleTable } from '../support/people.ts';
import { publishedModels } from '../support/published-models.ts';
import { recordingsFolder, withoutRecordings } from '../support/reference.ts';
import { newFolder } from '../support/refusal.ts';
import { runIn } from '../support/run-in.ts';
import { servedOverview } from '../support/served-overview.ts';

/** Returns the results that the viewer serves, once its index is up to date. */
function served(location: string): Promise<Results> {
  const found = ({ findings, ladders = [], tools = [] }: Results) => findings.length + ladders.length + tools.length;
  return servedOverview(location, { isReady: (overview) => found(overview) > 0 });
}

const two = ['simulated/ada?self=1', 'simulated/bo?self=0'];
const paper = ['association', 'restriction', 'difficulty'];
const stopped = 200;
/** The store whose forms are also printed, not only written. */
const smallest = 'a run stopped half way';

interface Made {
  readonly name: string;
  readonly least: number;
  /** Fills the store; absent: it cannot be made here. */
  readonly make: ((location: string) => Promise<unknown>) | null;
}

const made: readonly Made[] = [
  {
    name: `the recorded models of the paper${withoutRecordings}`,
    least: 18,
    make:
      recordingsFolder === null
        ? null
        : (location) => sebHere(['import', 'self-execution-benchmark', recordingsFolder ?? '', '--store', location]),
  },
  {
    name: 'fifteen models with the published rates',
    least: 45,
    make: (location) => {
      const models = publishedModels();
      const options = { model: models.map(({ name }) => name), experiment: paper, limit: 24 };
      return runIn(location, options, { config: { model: models } });
    },
  },
  {
    name: 'the bundled models',
    least: 2,
    make: (location) =>
      runIn(location, { model: ['bundled/ada', 'bundled/bo'], experiment: ['association'], limit: 10 }),
  },
  {
    name: 'two models of a server',
    least: 2,
    make: async (location) => {
      const server = await answeringServer();
      const baseUrl = `${server.url}/v1`;
      const model = ['openai-compatible/one', 'openai-compatible/two'];
      await runIn(location, { model, baseUrl, experiment: ['association', 'restriction'], limit: 30, samples: 2 });
      await server.close();
    },
  },
  {
    name: smallest,
    least: 2,
    make: (location) => {
      const model = two.map((name) => `${name}&delay=40`);
      return runIn(location, { model, experiment: ['restriction'], limit: 60, samples: 2 }, { stopAfter: stopped });
    },
  },
  {
    name: 'edits and inserted tokens',
    least: 2, // the experiment of edits has scores and no verdict
    make: (location) => runIn(location, { model: two, experiment: ['flip', 'injection'], limit: 24, samples: 2 }),
  },
  {
    name: 'people and models of a table',
    least: 4,
    make: async (location) => {
      const table = `${location}.csv`;
      writeFileSync(table, peopleTable({ 'person/ann': 0.9, 'person/bob': 0.5, gpt: 0.2, qwen: 0.1 }));
      expect((await sebHere(['import', table, '--store', location])).code).toBe(0);
    },
  },
  {
    name: 'a ladder',
    least: 0,
    make: async (location) => {
      const { stdout } = await sebHere(['data', 'print', 'property/ladder', '--limit', '60']);
      const file = join(newFolder(), 'ladder.jsonl');
      writeFileSync(file, stdout);
      const model = ['simulated/a?private=0.9', 'simulated/b?private=0.5'];
      await runIn(location, { model, experiment: ['property'], items: { property: file }, samples: 3 });
    },
  },
  {
    name: 'a model that may run itself',
    least: 0,
    make: (location) => {
      const model = ['simulated/sam?self=0&noise=0.1&tool=0.5', 'simulated/kim?self=0&noise=0.1&tool=0.9'];
      return runIn(location, { model, experiment: ['property'], samples: 2, limit: 40, tools: ['offered'] });
    },
  },
  {
    name: 'two models and three tasks',
    least: 6,
    make: (location) => runIn(location, { model: two, limit: 40, samples: 2 }),
  },
];

/** Returns what all surfaces tell alike. */
const told = ({ findings, answer, limits, provisional, ladders, tools }: Results) => {
  return { findings, answer, limits, provisional, ladders, tools };
};

describe('findings', () => {
  for (const { name, least, make } of made) {
    it.skipIf(make === null)(
      `are equal on every surface: ${name}`,
      async () => {
        const folder = newFolder();
        const location = join(folder, 'store.sqlite');
        await make?.(location);
        const report = async (...more: readonly string[]) =>
          (await sebHere(['report', ...more, '--store', location])).stdout;
        const junit = join(folder, 'junit.xml');
        const out = join(folder, 'out');
        const results = JSON.parse(await report('--json', '--out', out, '--junit', junit)) as Results;
        const { findings } = results;
        expect(findings.length).toBeGreaterThanOrEqual(least);
        if (least === 0) expect([...(results.ladders ?? []), ...(results.tools ?? [])]).not.toEqual([]);
        expect(findings.map(contradictionOf)).toEqual(findings.map(() => null));

        expect(told(await served(location))).toEqual(told(results));
        const page = readablePage(readFileSync(join(out, 'report.html'), 'utf8'));
        const unquoted = page.replaceAll('`', '');
        for (const text of [results.question, results.answer, ...listedLimits(results)])
          expect(unquoted).toContain(text.replaceAll('`', ''));
        expect(page).not.toContain('--store'); // a reader of the page does not have the store
        expect(told(JSON.parse(readFileSync(join(out, 'estimates.json'), 'utf8')) as Results)).toEqual(told(results));

        const rows = rowsOf(findings);
        expect(markdownRows(readFileSync(join(out, 'report.md'), 'utf8'))).toEqual(rows);
        const latex = readFileSync(join(out, 'table.tex'), 'utf8');
        if (rows.length > 0) expect(latexRows(latex)).toEqual(rows.map((row) => row.map(latexText)));
        expect(terminalRows(await report('--wide'), findings)).toEqual(rows);
        const csv = readFileSync(join(out, 'estimates.csv'), 'utf8');
        expect(csvRows(csv)).toEqual(byKey(findings.map(numbersOf)));
        if (name === smallest) {
          expect(markdownRows(await report('--markdown'))).toEqual(rows);
          expect(await report('--csv')).toBe(csv);
        }
        expect(junitRows(readFileSync(junit, 'utf8'))).toEqual(new Set(findings.map(junitTextOf)));
        expect(inspectFindings(join(out, 'inspect'))).toEqual(byKey(findings));

        const first = await report();
        expect(plain(first)).toContain(plain(results.answer));
        const { stdout: compared } = await sebHere(['compare', '--store', location]);
        for (const screen of [first, compared])
          expect(screen.trimEnd().split('\n').length, screen).toBeLessThanOrEqual(32);
        if (name.includes('stopped')) {
          expect(first.split('\n')[0]).toMatch(/^run [0-9a-f]{12}: paused, \d{3} of 600 calls answered/);
        }
        await runIn(location, { model: ['simulated/unrelated'], experiment: ['restriction'], limit: 30 });
        const byHand = JSON.parse(await report(...results.selection.runs, '--json')) as Results;
        const limits = byHand.limits.filter((text) => !text.startsWith('Only the scores shown are adjusted')); // of recordings
        expect(told({ ...byHand, limits })).toEqual(told(results));
      },
      600_000,
    );
  }
});

describe('the default selection', () => {
  it('is the newest run that has answers', async () => {
    const location = join(newFolder(), 'store.sqlite');
    const run = await runIn(location, { model: ['simulated/a'], experiment: ['restriction'], limit: 20 });
    const options = { model: ['openai-compatible/none'], baseUrl: 'http://127.0.0.1:9/v1', retries: 0 };
    await runIn(location, { ...options, experiment: ['restriction'], limit: 5 });
    for (const ids of [[], ['latest']]) {
      const { stdout } = await sebHere(['report', ...ids, '--json', '--store', location]);
      expect((JSON.parse(stdout) as Results).selection.runs).toEqual([run]);
    }
    const all = await sebHere(['report', '--all', '--json', '--store', location]);
    expect((JSON.parse(all.stdout) as Results).selection.runs).toHaveLength(2);
    const { stdout, stderr } = await sebHere(['items', 'latest', '--store', location]);
    expect(stdout, stderr).toMatch(/rows?\b/);
  }, 60_000);
});
