import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rasch } from '../src/stats/rasch/rasch.ts';
import { seededRandom } from '../src/util/random.ts';
import { limits } from './bounds.ts';
import { interleaved, type Measured, measure, median } from './measure.ts';
import type { Section, SectionResult, Setting } from './section.ts';

function row(name: string, runs: readonly Measured[]) {
  return {
    command: name,
    'median ms': Math.round(median(runs.map(({ seconds }) => seconds * 1000))),
    'CPU ms': Math.round(median(runs.map(({ cpuSeconds }) => cpuSeconds * 1000))),
    'peak MB': Math.round(median(runs.map(({ peakMb }) => peakMb))),
  };
}

/** How long it takes until a command says something. */
export const startUp: Section = async ({ main, folder, peers, rounds, project }) => {
  const promptfoo = join(peers.folder, 'node_modules', 'promptfoo', 'dist', 'src', 'entrypoint.js');
  const source = join(project, 'src', 'cli', 'main.ts');
  const run =
    (...args: readonly string[]) =>
    () =>
      measure(args, { cwd: folder });
  const contestants = new Map([
    ['node alone', run('-e', '0')],
    ['seb --help', run(main, '--help')],
    ['seb --help, from its TypeScript sources', run(source, '--help')],
    ...(peers.versions.promptfoo === null ? [] : [['promptfoo --help', run(promptfoo, '--help')] as const]),
  ]);
  const results = await interleaved(Math.max(rounds, 5), contestants);
  const own = median((results.get('seb --help') ?? []).map(({ seconds }) => seconds * 1000));
  return {
    tables: [
      {
        title: 'Start-up',
        note: 'from starting the process to its end',
        rows: [...results].map((each) => row(...each)),
      },
    ],
    verdicts: [
      {
        what: 'seb --help',
        bound: `< ${limits.helpMs} ms`,
        measured: `${own.toFixed(0)} ms`,
        holds: own < limits.helpMs,
      },
    ],
  };
};

/** Scores that a Rasch model would give, with a tenth of the cells missing. */
function table(persons: number, items: number): readonly (readonly (number | null)[])[] {
  const random = seededRandom('bench', persons, items);
  const abilities = Array.from({ length: persons }, () => 4 * random() - 2);
  const difficulties = Array.from({ length: items }, () => 4 * random() - 2);
  return abilities.map((ability) =>
    difficulties.map((difficulty) =>
      random() < 0.1 ? null : Number(random() < 1 / (1 + Math.exp(difficulty - ability))),
    ),
  );
}

/** The converging fit, in this process; and the command on the published table. */
export const raschFits: Section = async ({ main, folder, quick, rounds }) => {
  const fits = (quick ? [100] : [100, 1_000]).map((size) => {
    const scores = table(size, size);
    const times = Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      rasch(scores);
      return performance.now() - startedAt;
    });
    return { what: `fit of ${size} x ${size} scores`, 'median ms': Math.round(median(times)) };
  });
  const results = await interleaved(rounds, new Map([['seb rasch', () => measure([main, 'rasch'], { cwd: folder })]]));
  const command = row('seb rasch', results.get('seb rasch') ?? []);
  const rows = [
    ...fits,
    { what: 'seb rasch (15 models, 16 benchmarks), the whole command', 'median ms': command['median ms'] },
  ];
  return { tables: [{ title: 'Rasch', note: 'scores of a seeded simulation, a tenth missing', rows }], verdicts: [] };
};

/** A benchmark of its own file, which prints its figures itself. */
async function ownFile(name: string, args: readonly string[], { project, folder }: Setting): Promise<SectionResult> {
  // in a process of its own, from the sources: it measures its own memory
  const path = join(project, 'bench', name);
  if (!existsSync(path)) return { tables: [{ title: name, note: 'is not there', rows: [] }], verdicts: [] };
  const { stdout, seconds, peakMb } = await measure([path, ...args], { cwd: folder });
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => ({ printed: line }));
  const note = `\`node bench/${[name, ...args].join(' ')}\`: ${seconds.toFixed(1)} s, peak of the bench's own process ${Math.round(peakMb)} MB`;
  return { tables: [{ title: name, note, rows }], verdicts: [] };
}

export const reports: Section = (setting) => ownFile('report.ts', [], setting);

export const million: Section = (setting) =>
  ownFile('million.ts', ['--main', setting.main, ...(setting.quick ? ['--calls', '10000'] : [])], setting);
