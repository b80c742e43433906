import { isHuman, type Judgement, type JudgeVerdict, verdicts } from '../domain/judging.ts';
import type { OutcomeRow } from '../outcome-kinds/outcome-kinds.ts';
import type { JudgeAgreement } from '../results/answers.ts';
import { cohenKappa, observedAgreement } from '../stats/agreement.ts';
import { level } from '../stats/intervals.ts';
import { correlationBounds, jackknife, minIntervalClusters, totalsOf } from '../stats/jackknife.ts';
import { ratio } from '../stats/moments.ts';
import { NestedMap } from '../util/nested-map.ts';
import { SharedTexts } from './contrasts/shared-texts.ts';
import { type MeasuredInterval, measured, tooFew } from './estimates/measure-intervals.ts';

interface Response {
  readonly run: string;
  readonly item: string;
  readonly cluster: string;
  /**
   * One character by judge index: the index of the verdict, or a space without one. An array for each of many responses
   * would take much memory.
   */
  verdicts: string;
}

interface Judge {
  readonly name: string;
  readonly rubric: Judgement['rubric'];
  readonly place: number;
}

interface Subject {
  readonly experiment: string;
  readonly model: string;
  readonly judges: Map<string, Judge>;
  readonly responses: Map<string, Response>;
}

const size = verdicts.length;

/** Returns the verdict of the judge with an index; undefined without one. */
function verdictIn({ verdicts: told }: Response, position: number): JudgeVerdict | undefined {
  const index = told[position] ?? ' ';
  return index === ' ' ? undefined : verdicts[Number(index)];
}

/** Collects the judges' verdicts on responses, over runs and conditions; each response counts once. */
export class JudgeComparison {
  readonly #subjects = new NestedMap<Subject>();
  readonly #names = new SharedTexts();

  add(row: OutcomeRow): void {
    if (row.outcome.kind !== 'binary' || row.outcome.judgements === undefined || row.reader === 'recorded') return;
    const subject = this.#subject(row);
    for (const { judge, rubric, responses, verdicts: given } of row.outcome.judgements) {
      const { place: index } = judgeOf(subject, `${judge}, ${rubric}`, rubric);
      for (const [sample, verdict] of given.entries()) {
        const hash = responses[sample] ?? null;
        if (hash === null || verdict.kind === 'absent') continue;
        const key = `${hash} ${row.item}`; // a hash contains no space
        const known = subject.responses.get(key);
        const response = known ?? { ...this.#place(row), verdicts: '' };
        if (known === undefined) subject.responses.set(key, response);
        if (verdictIn(response, index) !== undefined) continue; // for a repeated text, the first verdict counts
        const before = response.verdicts.padEnd(index);
        response.verdicts = `${before.slice(0, index)}${verdicts.indexOf(verdict.value)}${before.slice(index + 1)}`;
      }
    }
  }

  #place({ run, item, cluster }: OutcomeRow): Omit<Response, 'verdicts'> {
    return { run: this.#names.of(run), item: this.#names.of(item), cluster: this.#names.of(cluster) };
  }

  /** Returns the agreement of every pair of judges of every subject, people as the second, whatever the order of the runs. */
  agreements(): readonly JudgeAgreement[] {
    return [...this.#subjects.values()].flatMap((subject) => {
      const judges = [...subject.judges.values()].toSorted((a, b) => Number(isHuman(a.name)) - Number(isHuman(b.name)));
      return judges.flatMap((first, index) =>
        judges.slice(index + 1).map((second) => agreementOf(subject, { first, second })),
      );
    });
  }

  #subject({ experiment, model }: OutcomeRow): Subject {
    return this.#subjects.get([experiment, model], () => {
      return { experiment, model, judges: new Map(), responses: new Map() };
    });
  }
}

function judgeOf({ judges }: Subject, name: string, rubric: Judgement['rubric']): Judge {
  const known = judges.get(name);
  if (known !== undefined) return known;
  const made: Judge = { name, rubric, place: judges.size };
  judges.set(name, made);
  return made;
}

interface Pair {
  readonly first: Judge;
  readonly second: Judge;
}

function agreementOf(subject: Subject, { first, second }: Pair): JudgeAgreement {
  const clusters = tablesByCluster(subject, first, second);
  const totals = clusters.length === 0 ? new Float64Array(size * size) : totalsOf(clusters);
  const table = rowsOf(totals);
  const { interval, method } = kappaInterval(clusters);
  const refusals = anyRefusal(totals);
  const n = sum(totals);
  const threeWay = first.rubric === 'three-way' && second.rubric === 'three-way';
  const partial = verdicts.indexOf('partial-refusal');
  const both = table[partial]?.[partial] ?? 0;
  return {
    experiment: subject.experiment,
    model: subject.model,
    first: first.name,
    second: second.name,
    n,
    clusters: clusters.length,
    differing: differingResponses(subject, first, second),
    table,
    agreement: observedAgreement(refusals),
    kappa: cohenKappa(refusals),
    kappaInterval: interval,
    level,
    method,
    firstRefuses: ratio(sum(refusals[1] ?? []), n),
    secondRefuses: ratio(sum(refusals.map(([, refuses = 0]) => refuses)), n),
    onlyFirst: onlyJudgedBy(subject, first, second),
    onlySecond: onlyJudgedBy(subject, second, first),
    isThreeWay: threeWay,
    threeWayKappa: threeWay ? cohenKappa(table) : null,
    partialRecall: threeWay ? ratio(both, sum(table[partial] ?? [])) : null,
    partialPrecision: threeWay ? ratio(both, sum(table.map((row) => row[partial] ?? 0))) : null,
  };
}

/** Maximum number of responses that an agreement names. */
const maxNamed = 3;

/** Returns the first responses on which the judges differ: one says that they answer in full, the other that they refuse. */
function differingResponses({ responses }: Subject, first: Judge, second: Judge): JudgeAgreement['differing'] {
  const differing: { readonly run: string; readonly item: string }[] = [];
  for (const response of responses.values()) {
    const [one, other] = [verdictIn(response, first.place), verdictIn(response, second.place)];
    if (one === undefined || other === undefined || (one === 'compliance') === (other === 'compliance')) continue;
    const { run, item } = response;
    if (differing.some((each) => each.run === run && each.item === item)) continue;
    differing.push({ run, item });
    if (differing.length === maxNamed) break;
  }
  return differing;
}

/** Returns how many responses that one judge alone judged it calls full answers, and refusals in part or in full. */
function onlyJudgedBy(
  { responses }: Subject,
  judge: Judge,
  other: Judge,
): readonly [answers: number, refusals: number] {
  let [answers, refusals] = [0, 0];
  for (const response of responses.values()) {
    const verdict = verdictIn(response, judge.place);
    if (verdict === undefined || verdictIn(response, other.place) !== undefined) continue;
    if (verdict === 'compliance') answers += 1;
    else refusals += 1;
  }
  return [answers, refusals];
}

/** Returns the interval of kappa: the rarer value of either judge takes the place of the rarer outcome. */
function kappaInterval(clusters: readonly Float64Array[]): MeasuredInterval {
  const estimate = jackknife(clusters, (sums) => cohenKappa(anyRefusal(sums)));
  if (estimate === null || clusters.length < minIntervalClusters) return measured(tooFew(), '');
  const having = (count: (table: readonly (readonly number[])[]) => number) =>
    clusters.filter((sums) => count(anyRefusal(sums)) > 0).length;
  const cell = (table: readonly (readonly number[])[], row: number, column: number) => table[row]?.[column] ?? 0;
  const bounds = correlationBounds(estimate, {
    rarerOutcome: Math.min(
      having((table) => cell(table, 0, 0) + cell(table, 0, 1)),
      having((table) => cell(table, 1, 0) + cell(table, 1, 1)),
    ),
    withError: having((table) => cell(table, 0, 1) + cell(table, 1, 0)),
  });
  return measured(bounds, 'Fisher z (jackknife over groups, t)');
}

/** Returns one table of counts per cluster, row by row. */
function tablesByCluster({ responses }: Subject, first: Judge, second: Judge): readonly Float64Array[] {
  const tables = new Map<string, Float64Array>();
  for (const response of responses.values()) {
    const { cluster } = response;
    const [one, other] = [verdictIn(response, first.place), verdictIn(response, second.place)];
    if (one === undefined || other === undefined) continue;
    let table = tables.get(cluster);
    if (table === undefined) {
      table = new Float64Array(size * size);
      tables.set(cluster, table);
    }
    const cell = verdicts.indexOf(one) * size + verdicts.indexOf(other);
    table[cell] = (table[cell] as number) + 1;
  }
  return [...tables.values()];
}

function rowsOf(counts: Float64Array): readonly (readonly number[])[] {
  return verdicts.map((_, row) => [...counts.subarray(row * size, (row + 1) * size)]);
}

/** Collapses a table of verdicts to full compliance against any refusal; `compliance` is the first verdict. */
function anyRefusal(counts: Float64Array): readonly (readonly number[])[] {
  const complies = [0, 0] as [number, number];
  const refuses = [0, 0] as [number, number];
  for (let cell = 0; cell < counts.length; cell += 1) {
    const row = cell < size ? complies : refuses;
    row[cell % size === 0 ? 0 : 1] += counts[cell] as number;
  }
  return [complies, refuses];
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
