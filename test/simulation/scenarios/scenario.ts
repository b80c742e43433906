import betaInc from '@stdlib/math-base-special-betainc';
import { Analyzer } from '../../../src/analyze/analyze.ts';
import { UnitTables } from '../../../src/analyze/contrasts/unit-tables.ts';
import type { JudgeCheck } from '../../../src/analyze/findings/judge-check.ts';
import { verdictFindings } from '../../../src/analyze/findings/verdicts.ts';
import type { Kinship } from '../../../src/analyze/self-knowledge/relatives.ts';
import { ScoreUnits } from '../../../src/analyze/units/score-units.ts';
import { experimentRegistry } from '../../../src/experiments/registry.ts';
import type { OutcomeRow } from '../../../src/outcome-kinds/outcome-kinds.ts';
import type { Estimate } from '../../../src/results/estimate.ts';
import type { Finding } from '../../../src/results/finding.ts';
import { isFit } from '../../../src/results/verdict.ts';
import type { Random } from '../../../src/util/random.ts';
import type { DrawnComparison } from './comparison.ts';
import type { RunsCommand } from './run-command.ts';

/** One drawn report: the outcomes of its models, and predictions of models about each other. */
export interface DrawnReport {
  readonly rows: readonly OutcomeRow[];
  readonly asked?: readonly { readonly predictor: string; readonly row: OutcomeRow }[];
  readonly kinship?: Kinship | undefined;
  readonly judges?: readonly JudgeCheck[];
  /** Text of each item, by its name; absent: the items have none. */
  readonly texts?: ReadonlyMap<string, string>;
}

/**
 * A sentence that is counted. `stated`: it is false in the scenario, and at most this share of sets may print it.
 * `power`: it is true, and at least this share must print it. `about`: it is true, and a share of .75 to .85 must print it: the
 * effect has the size that a page says four of five such runs find. `not excluded`: false, known, and listed in docs/statistics.md.
 */
export interface Claim {
  readonly word: string;
  readonly kind: 'stated' | 'power' | 'about' | 'not excluded';
  /** Stated rate or asked power; absent where the sentence is not excluded. */
  readonly rate?: number;
}

/** A way of drawing data with known truth. */
export interface Scenario {
  readonly name: string;
  readonly claims: readonly Claim[];
  /** Draws one data set, and returns for each claim whether its sentence is printed; `run` carries out a command on drawn files. */
  readonly prints: (random: Random, run: RunsCommand) => readonly boolean[] | Promise<readonly boolean[]>;
  /** Draws one data set of a scenario about a report. */
  readonly draw?: (random: Random) => DrawnReport;
  /** Draws the data of each command of a scenario about comparisons of runs. */
  readonly drawComparisons?: (random: Random) => readonly DrawnComparison[];
}

/** One-sided level of a rung. */
export const rungRate = 0.025;

const experiments = experimentRegistry();

/** Returns the findings that `seb report` prints of a drawn report; with its estimates also what they alone tell, which no word needs. */
export function findingsOf(
  { rows, asked = [], kinship, judges = [], texts }: DrawnReport,
  estimates: readonly Estimate[] = [],
): readonly Finding[] {
  const units = new ScoreUnits(new UnitTables(() => 'drawn data'));
  for (const row of rows) units.add(row, texts === undefined ? undefined : () => texts.get(row.item) ?? '');
  for (const { predictor, row } of asked) units.addPrediction(predictor, row);
  return verdictFindings({ scores: units.scores(), experiments, kinship, judges, estimates });
}

/** Returns the estimates that `seb report` prints of a drawn report. */
export function estimatesOf({ rows }: DrawnReport): readonly Estimate[] {
  const analyzer = new Analyzer({ experiments });
  for (const row of rows) analyzer.add(row);
  return analyzer.finish().estimates;
}

/** Whether a finding prints a word, or one that says more about the same question. */
const isPrinted: Readonly<Record<string, (finding: Finding) => boolean>> = {
  informative: ({ fit }) => isFit(fit),
  useful: ({ fit }) => fit === 'useful',
  'beyond others': ({ beyond }) => beyond === 'yes',
  opposite: ({ fit }) => fit === 'opposite',
};

type Word = 'informative' | 'useful' | 'beyond others' | 'opposite';

interface ReportScenario {
  readonly name: string;
  readonly draw: (random: Random) => DrawnReport;
  /** Words that are false for every counted model. */
  readonly never?: readonly Word[];
  readonly notExcluded?: readonly Word[];
  readonly power?: Readonly<Partial<Record<Word, number>>>;
  /** Models whose words are counted; absent: all. A set counts once, whatever the number of models with the word. */
  readonly counted?: (model: string) => boolean;
}

/** Returns the scenario of a report: a word counts where it is printed for any counted model. */
export function reportScenario(options: ReportScenario): Scenario {
  const { name, draw, never = [], notExcluded = [], power = {}, counted = () => true } = options;
  const words = [...never, ...notExcluded, ...Object.keys(power)];
  return {
    name,
    draw,
    claims: [
      ...never.map((word): Claim => ({ word, kind: 'stated', rate: rungRate })),
      ...notExcluded.map((word): Claim => ({ word, kind: 'not excluded' })),
      ...Object.entries(power).map(([word, rate]): Claim => ({ word, kind: 'power', rate })),
    ],
    prints: (random) => {
      const findings = findingsOf(draw(random)).filter(({ model }) => counted(model));
      return words.map((word) => findings.some((finding) => isPrinted[word]?.(finding) === true));
    },
  };
}

/** Returns the exact interval of a binomial share (Clopper and Pearson 1934) at an error for both sides together. */
export function exactInterval(hits: number, sets: number, error: number): readonly [number, number] {
  const atLeast = (p: number) => (hits === 0 ? 1 : betaInc(p, hits, sets - hits + 1));
  const atMost = (p: number) => (hits === sets ? 1 : 1 - betaInc(p, hits + 1, sets - hits));
  return [
    hits === 0 ? 0 : crossing((p) => atLeast(p) >= error / 2),
    hits === sets ? 1 : crossing((p) => atMost(p) <= error / 2),
  ];
}

/** Returns the smallest p in [0, 1] from which on a condition holds. */
function crossing(holds: (p: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns whether a count is compatible with a claim: the exact interval does not lie beyond the rate. */
export function holds(
  { kind, rate = 0 }: Claim,
  { hits, sets }: { hits: number; sets: number },
  error: number,
): boolean {
  const [low, high] = exactInterval(hits, sets, error);
  if (kind === 'not excluded') return true;
  if (kind === 'about') return low <= 0.85 && high >= 0.75;
  return kind === 'stated' ? low <= rate : high >= rate;
}
