import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../util/app-error.ts';
import { type RaschReport, raschReport } from './rasch-table.ts';

// Table 1 of the Self-Execution Benchmark (arXiv 2508.12277), as printed in the paper.
const printedTheta: Readonly<Record<string, number>> = {
  'o4-mini': 1.466972,
  'gpt-4.1': 0.725543,
  'gpt-4.1-mini': 0.531491,
  'deepseek-r1': 1.22168,
  'deepseek-v3': 0.526966,
  'gemini-2.5-pro': 1.664194,
  'gemini-2.5-flash': 1.290027,
  'llama-4-scout': 0.065294,
  'llama-3.1-8b': -0.841314,
  'llama-3.2-3b': -1.185893,
  'mistral-7b': -1.467503,
  'mistral-small-3.1-24b': -0.362898,
  'claude-3.7-sonnet-thinking': 1.314551,
  'claude-3.5-haiku': -0.14673,
  'qwen-2.5-7b': -0.46919,
};
const printedDelta: Readonly<Record<string, number>> = {
  'MMLU-Pro': -0.559443,
  MMLU: -1.082048,
  MGSM: -1.702462,
  MATH500: -0.866156,
  AIME: 0.563616,
  'SWE-bench': 0.954143,
  HumanEval: -0.75085,
  GPQA: 0.047792,
  SimpleBench: 1.709482,
};
const published = readFileSync(new URL('../../../data/published/benchmarks.csv', import.meta.url), 'utf8');

describe('the paper’s method on the published table', () => {
  const report = raschReport(published, 'paper');

  it('gives every printed ability and difficulty to all digits', () => {
    expect(report.models.map((model) => model.name)).toEqual(Object.keys(printedTheta));
    for (const { name, theta } of report.models) expect(Math.abs(theta! - printedTheta[name]!)).toBeLessThan(1e-6);
    expect(report.benchmarks).toHaveLength(9);
    for (const { name, delta } of report.benchmarks) expect(Math.abs(delta! - printedDelta[name]!)).toBeLessThan(1e-6);
  });

  it('stops after 59 rounds at the printed likelihood', () => {
    expect(report).toMatchObject({ method: 'paper', iterations: 59, converged: true });
    expect(report.nll.toFixed(4)).toBe('47.8783');
  });
});

it('agrees with R’s glm on the published table, difficulties anchored at 0', () => {
  const report = raschReport(published, 'ml');
  // bench/reference/rasch.R, "Table 1 JML": first theta, first and last delta
  const centre = report.benchmarks.reduce((sum, benchmark) => sum + benchmark.delta!, 0);
  expect(centre).toBeCloseTo(0, 9);
  expect(report.models[0]!.theta).toBeCloseTo(1.654298109, 7);
  expect(report.benchmarks.map((benchmark) => Number(benchmark.delta!.toFixed(6)))).toEqual([
    -0.372118, -0.894724, -1.515138, -0.678831, 0.750942, 1.14147, -0.563526, 0.235117, 1.896809,
  ]);
  expect(report.nll).toBeCloseTo(47.8782501022, 7);
  expect(report.converged).toBe(true);
});

describe('notes', () => {
  const notes = (csv: string, method: RaschReport['method'] = 'ml') => raschReport(csv, method).notes.join('\n');

  it('names a model with only full scores and gives it no number', () => {
    const csv = 'model,A,B,C\nbest,1,1,1\none,1,0,0.5\ntwo,0,1,0.5\n';
    const report = raschReport(csv, 'ml');
    expect(report.models[0]).toMatchObject({ name: 'best', theta: null, se: null });
    expect(report.models[1]!.theta).toBeCloseTo(0, 8);
    expect(report.notes).toContain('model best has only scores of 1, so its value is infinite');
  });

  it('names the groups of a design that is not connected', () => {
    const csv = 'model,A,B,C,D\none,0.4,0.6,,\ntwo,0.5,0.2,,\nthree,,,0.4,0.7\nfour,,,0.5,0.1\n';
    expect(notes(csv)).toContain(
      'model one, model two, benchmark A, benchmark B | model three, model four, benchmark C',
    );
    expect(notes(csv, 'paper')).toContain('not connected');
  });

  it('gives a model without scores no number under either method', () => {
    const csv = 'model,A,B\nempty,,\none,0.4,0.6\ntwo,0.5,0.2\n';
    for (const method of ['paper', 'ml'] as const) {
      const report = raschReport(csv, method);
      expect(report.models[0]).toMatchObject({ theta: null, se: null });
      expect(report.models[1]!.theta).not.toBeNull();
      expect(report.notes).toContain('model empty has no scores');
    }
  });

  it('notes how far joint maximum likelihood spreads measures', () => {
    expect(notes(published)).toContain('L/(L-1) = 1.125 (L = 9)');
  });
});

describe('a table that cannot be read', () => {
  const failure = (csv: string): AppError => {
    try {
      raschReport(csv, 'ml');
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
    throw new Error('no error');
  };

  it.each([
    ['a percentage', 'model,A,B\none,0.5,82\n', 'line 2, column 3 is "82"'],
    ['a word', 'model,A,B\none,0.5,0.1\n\ntwo,n/a,0.2\n', 'line 4, column 2 is "n/a"'],
    ['a repeated model', 'model,A\none,0.5\none,0.2\n', 'line 3, column 1 repeats the name "one"'],
    ['a repeated benchmark', 'model,A,A\none,0.5,0.1\n', 'line 1, column 3 repeats the name "A"'],
    ['a nameless benchmark', 'model,A,\none,0.5,0.1\n', 'line 1, column 3 is empty'],
    ['a short line', 'model,A,B\none,0.5\n', 'line 2, column 2 ends the line'],
    ['no benchmark', 'model\none\n', 'line 1, column 2 is missing'],
    ['an open quote', 'model,A\n"one,0.5\n', 'is not CSV'],
    ['nothing', '', 'needs a line of benchmark names'],
  ])('%s: names the position', (_, csv, message) => {
    expect(failure(csv).message).toContain(message);
    expect(failure(csv).hint).not.toBeNull();
  });

  it('accepts a byte order mark, CRLF and names with commas', () => {
    const report = raschReport('\uFEFFmodel,"A, hard",B\r\none,0.5,\r\ntwo,0.25,0.75\r\n', 'ml');
    expect(report.benchmarks.map((benchmark) => benchmark.name)).toEqual(['A, hard', 'B']);
  });
});
