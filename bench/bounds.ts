/** A bound that a user feels, with the last value that was measured. */
interface Bound {
  readonly what: string;
  readonly bound: string;
  /** The value, and in brackets what it was measured under. */
  readonly value: string;
  readonly command: string;
  readonly date: string;
  /** Whether the code changed since in a way that can move the value. */
  readonly isOutdated: boolean;
}

/** The limits behind the texts of `bounds`, for the programs that measure them. */
export const limits = {
  callsPerSecond: 1_000,
  /** Seconds of a report. */
  paperReport: 12,
  millionReport: 180,
  helpMs: 150,
  /** Without model weights. */
  peakMb: 1_000,
} as const;

/** On two idle cores, median of five unless the value says otherwise. `bench/README.md` is generated from this list. */
const bounds: readonly Bound[] = [
  {
    what: 'calls a second, sustained, every answer durable',
    bound: `at least ${limits.callsPerSecond.toLocaleString('en')}`,
    value:
      '5,435, which is 48 % of a bare loop of the same run (11,399; three rounds; commit d3b454bd in the same hour: 5,522, 48 %)',
    command: 'node bench/run.ts zero --no-peers --rounds 3',
    date: '2026-11-28',
    isOutdated: false,
  },
  {
    what: "report of the paper's sizes (15 models, 3 experiments)",
    bound: `under ${limits.paperReport} s`,
    value: '16 and 17 s with files, 695 MB: MISSED ([where it goes](notes/report-time.md))',
    command: 'node bench/report.ts --rounds 2',
    date: '2026-11-28',
    isOutdated: true,
  },
  {
    what: 'report of the recordings (15 models) on the terminal, CPU',
    bound: 'under 12 s the first time, 5 s later',
    value:
      '10.7 to 12.0 s the first time, built package, in an hour in which version 0.3.0 took 9.4 to 11.9 (four runs; [what it takes](notes/report-time.md)); 3.8 to 4.7 s later',
    command: 'seb report --store FILE',
    date: '2026-11-30',
    isOutdated: false,
  },
  {
    what: 'report of a log of 200,000 samples, CPU and memory beside version 0.3.0',
    bound: 'at most 1.1 of each',
    value:
      'means of five pairs: `.eval` with stated confidences, which 0.3.0 does not test, 1.03 (0.93 to 1.08), memory 1.05; lm-eval 1.07 (1.04 to 1.12), memory 1.02 ([pairs](notes/foreign-logs.md))',
    command: 'node src/cli/main.ts report LOG',
    date: '2026-11-30',
    isOutdated: false,
  },
  {
    what: 'report of a million kept outcomes on the terminal',
    bound: 'under 60 s of CPU, 900 MB',
    value: '47.7 and 48.2 s, 832 and 847 MB (two runs, built package; [memory](notes/million-calls.md))',
    command: 'seb report --store FILE',
    date: '2026-11-30',
    isOutdated: false,
  },
  {
    what: 'report of a million outcomes',
    bound: `under ${limits.millionReport / 60} min`,
    value: '167 s (one round, which keeps the outcomes; 250 s of CPU)',
    command: 'node bench/report.ts --million --rounds 1',
    date: '2026-11-30',
    isOutdated: false,
  },
  {
    what: '`seb --help`, built package',
    bound: `under ${limits.helpMs} ms`,
    value: '128 ms; from the sources 209 ms',
    command: 'node bench/run.ts startup',
    date: '2026-11-25',
    isOutdated: false,
  },
  {
    what: 'the demo: two bundled models, three experiments, the report',
    bound: 'under 45 s',
    value: '33 s (43 s of CPU; one run)',
    command: 'npm start',
    date: '2026-11-28',
    isOutdated: false,
  },
  {
    what: 'peak memory without model weights',
    bound: `under ${limits.peakMb / 1000} GB`,
    value:
      "1,358 MB: MISSED (report of a million outcomes with its files); 723 MB for a report of the paper's sizes (2026-11-28)",
    command: 'node bench/report.ts --million --rounds 1',
    date: '2026-11-30',
    isOutdated: false,
  },
];

/** Returns the text of `bench/README.md`. */
export function boundsPage(): string {
  const rows = bounds.map(({ what, bound, value, command, date, isOutdated }) =>
    [what, bound, value, `\`${command}\``, isOutdated ? `${date}; not measured since the code changed` : date].join(
      ' | ',
    ),
  );
  return [
    '# Measured',
    '',
    'Two idle virtual cores (x86-64), 24 GiB, Node 24. Some machines are two to four times slower; ratios to a bare loop of the',
    'same run hold better than seconds. No test measures time or memory. [notes/](notes/2026-11.md) holds the measurements behind',
    'decisions. `bench/reference/report.py` recomputes what `seb report --out FOLDER` wrote, `contrasts.py` a comparison of logs and its gate,',
    '`study.py` an imported study, `worth.py` the gains of `seb worth`. Generated from `bench/bounds.ts` by',
    '`npm run docs`.',
    '',
    '| what | bound | value | command | date |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}
