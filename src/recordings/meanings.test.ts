import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../util/app-error.ts';
import { readRecording } from './formats.ts';
import type { FieldChoice, RecordedLog } from './recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'seb-meanings-'));

function write(name: string, content: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const csv = (name: string, ...lines: readonly string[]) => write(name, `${lines.join('\n')}\n`);
const jsonl = (name: string, rows: readonly unknown[]) =>
  write(name, rows.map((row) => JSON.stringify(row)).join('\n'));

/** Returns the values of a log's first score, in the order of its rows; null for an absent one. */
async function valuesOf(file: string, choice: FieldChoice = {}): Promise<readonly (number | null)[]> {
  const { rows, scores } = await readRecording(file, choice);
  return rows.flatMap(({ score, outcome }) =>
    score === scores[0].name ? [outcome.kind === 'scored' ? outcome.value : null] : [],
  );
}

/** Returns why the first score of a log is left open, with its advice. */
async function openOf(file: string, choice: FieldChoice = {}): Promise<string> {
  const [score] = (await readRecording(file, choice)).scores;
  return score.kind === 'unread' ? `${score.reason}; ${score.advice}` : `read as ${score.kind}`;
}

async function refusalOf(file: string, choice: FieldChoice = {}): Promise<string> {
  try {
    await readRecording(file, choice);
    return 'read';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.message.replace(`${folder}/`, '')}; ${error.hint}`;
  }
}

const head = 'model,item_id,is_correct';
const scoreTable = (cells: readonly string[]) =>
  csv('words.csv', head, ...cells.map((cell, index) => `m,${index},"${cell.replaceAll('"', '""')}"`));

describe('words for outcomes', () => {
  it.each([
    ['CORRECT', 'INCORRECT'],
    ['PASS', 'FAIL'],
    ['True ', 'False '],
    ['✓', '✗'],
    ['right', 'wrong'],
    ['T', 'F'],
    ['1.0 ', '0.0 '],
    ['{"value": "C"}', '{"value": "I"}'],
    ['Yes', 'no'],
    ['✅', '❌'],
    ['passed', 'Failed'],
    ['resolved', 'unresolved'],
    ['100 %', '0%'],
    ['10/10', '0 of 10'],
    ['1,0', '0,0'],
    ['[true]', '[false]'],
    ['Yes.', 'No.'],
    ['"True"', '"False"'],
    ['1e0', '0e0'],
    ['True\u00a0', '\u00a0False'],
  ])('reads %s and %s as right and wrong', async (right, wrong) => {
    const file = scoreTable([right, wrong, right]);
    expect(await valuesOf(file)).toEqual([1, 0, 1]);
    expect((await readRecording(file)).scores[0].kind).toBe('right-or-wrong');
  });

  it.each(['', 'NaN', 'n/a', 'None', 'null', '-'])('takes "%s" for an absent outcome', async (absent) => {
    expect(await valuesOf(scoreTable(['1', absent, '0']))).toEqual([1, null, 0]);
  });

  it.each([
    'inf',
    '-Infinity',
    '#REF!',
    'timeout',
    'skipped',
    'np.True_',
    'maybe',
    'C+',
    '7 apples',
    'unclear',
    '1;0',
    '{"verdict":"good"}',
    'True!',
    'A',
    '?',
  ])('shows the value "%s", its column and what is read, and never leaves its row out', async (value) => {
    const said = await openOf(scoreTable(['1', value, '0']));
    expect(said).toContain(
      `column is_correct holds "${value}" (row 2), which is neither right nor wrong: 1 of 3 values`,
    );
    expect(said).toContain('write correct or incorrect, true or false, 1 or 0');
  });
});

describe('grades', () => {
  const grades = (...values: readonly (number | string)[]) =>
    csv('grades.csv', 'model,item_id,score', ...values.map((value, index) => `m,${index},${value}`));

  it.each<[string, readonly (number | string)[], FieldChoice, readonly number[]]>([
    ['fractions without being told', [0.25, 1, 0.999], {}, [0.25, 1, 0.999]],
    ['0 to 10', [0, 7, 10], { range: [0, 10] }, [0, 0.7, 1]],
    ['1 to 5', [1, 3, 5, 2], { range: [1, 5] }, [0, 0.5, 1, 0.25]],
    ['0 to 100', [85, 0], { range: [0, 100] }, [0.85, 0]],
    ['texts of points', ['"7"', '"10"'], { range: [0, 10] }, [0.7, 1]],
    ['points of a maximum', ['7/10', '3 of 4'], {}, [0.7, 0.75]],
    ['percent', ['85 %', '20%'], {}, [0.85, 0.2]],
    ['0, 1 and 2 of a rubric', [0, 1, 2], { range: [0, 2] }, [0, 0.5, 1]],
    ['-1 to 1', [-1, 0.5, 1], { range: [-1, 1] }, [0, 0.75, 1]],
    ['a limit', [6.9, 7, 10], { threshold: 7 }, [0, 1, 1]],
  ])('reads %s as shares of the range', async (_, values, choice, shares) => {
    const read = await valuesOf(grades(...values), choice);
    for (const [index, share] of shares.entries()) expect(read[index]).toBeCloseTo(share, 12);
  });

  it.each<[string, readonly number[], FieldChoice, string]>([
    ['1 to 5', [1, 3, 5], {}, 'from 1 (row 1) to 5 (row 3), and the log does not state their range; add --range 1 5'],
    ['0 to 10', [0, 7.5], {}, 'add --range 0 10'],
    ['0 to 100', [85, 30], {}, 'add --range 0 100'],
    ['a code among 0 and 1', [0, 1, -1], {}, 'from -1 (row 3) to 1 (row 2)'],
    ['one stray value', [0, 1, 999], {}, 'to 999 (row 3)'],
    [
      'a value outside the given range',
      [1, 7],
      { range: [1, 5] },
      'has the value 7 (row 2), outside the range from 1 to 5',
    ],
  ])('says of %s what is open and which flag settles it', async (_, values, choice, sentence) => {
    expect(await openOf(grades(...values), choice)).toContain(sentence);
  });
});

describe('direction of a score', () => {
  const sample = (score: number, id: number) => ({
    ...{ schema_version: '0.3.0', evaluation_id: 'e', model_id: 'm', evaluation_result_id: 'r', sample_id: `${id}` },
    ...{ input: { raw: `q${id}` }, evaluation: { score } },
  });
  const eee = (metric: unknown) => {
    write(
      'eee/u.json',
      JSON.stringify({
        evaluation_results: [{ evaluation_result_id: 'r', metric_config: metric, score_details: { score: 0.25 } }],
        model_info: { id: 'm' },
      }),
    );
    return jsonl('eee/u_samples.jsonl', [sample(1, 1), sample(0, 2), sample(0, 3), sample(0, 4)]);
  };

  it('turns the values and the stated mean of Every Eval Ever where lower is better', async () => {
    const file = eee({ lower_is_better: true, min_score: 0, max_score: 1 });
    expect(await valuesOf(file)).toEqual([0, 1, 1, 1]);
    const { stated, notes } = await readRecording(file);
    expect(stated[0]?.accuracy).toBe(0.75);
    expect(notes).toContain('less is better of r: its values are turned, so that higher is better here');
  });

  it('turns the values of lm-eval where its results file says so', async () => {
    write(
      'wer/results_2026-01-01T00-00-00.json',
      JSON.stringify({ results: { t: {} }, higher_is_better: { t: { wer: false } } }),
    );
    const rows = [0.2, 0.9].map((wer, id) => ({ doc_id: id, doc: { q: id }, filter: 'none', metrics: ['wer'], wer }));
    expect(await valuesOf(jsonl('wer/samples_t_2026-01-01T00-00-00.jsonl', rows))).toEqual([
      0.8,
      expect.closeTo(0.1, 12),
    ]);
  });

  it.each<[string, string, string]>([
    ['the same date', 'results_2026-01-01T00-00-00.json', 'of the results'],
    ['no date', 'results.json', 'of the results'],
    ['another date', 'results_2026-02-02T00-00-00.json', 'the folder of another date'],
    ['another time of one day', 'results_2026-01-01T00-00-01.5.json', 'the folder of another time of one day'],
  ])(
    'takes model and stated values of lm-eval from a results file of %s alone where it is of that run',
    async (which, name, model) => {
      const place = `the folder of ${which}`;
      write(
        `${place}/${name}`,
        JSON.stringify({ model_name: 'of the results', results: { t: { alias: 't', 'acc,none': 0.1 } } }),
      );
      const rows = [1, 0].map((acc, id) => ({ doc_id: id, doc: { q: id }, filter: 'none', metrics: ['acc'], acc }));
      const log = await readRecording(jsonl(`${place}/samples_t_2026-01-01T00-00-00.jsonl`, rows));
      const isOwn = model === 'of the results';
      expect([log.models, log.stated.length]).toEqual([[model], isOwn ? 1 : 0]);
      expect(log.notes.join()).toMatch(isOwn ? /^$/ : /no results file of this run \(results_.* has another date\)/);
    },
  );

  it.each([
    'error_rate',
    'WER',
    'word_perplexity',
    'val_loss',
    'cer',
    'mae',
    'toxicity',
    'EditDistance',
    'failure_rate',
    'fail_rate',
    'numMistakes',
    'incorrect',
    'false_positive',
    'miss_rate',
    'attack_success',
    'jailbroken',
    'refusals',
    'violations',
    'bias_score',
    'latency',
    'mean_rank',
    'bits_per_byte',
    ...[
      'bad',
      'is_bad',
      'badness',
      'bad_answers',
      'worse',
      'mistakes',
      'fails',
      'failure',
      'test_failure',
      'faults',
      'poor',
    ],
    ...[
      'crashes',
      'invalid',
      'inaccuracy',
      'misclassified',
      'unsolved',
      'timeouts',
      'lies',
      'dishonesty',
      'leaks',
      'risk',
    ],
  ])('refuses a column %s whose direction nothing states, with the flag that settles it', async (name) => {
    const file = csv('errors.csv', `model,item_id,${name}`, 'm,1,0.2', 'm,2,0.4');
    const columns = new Map([['correct', name]]);
    expect(await openOf(file, { columns })).toContain(`by its name, less may be better of column ${name}`);
    expect(await openOf(file, { columns })).toContain('add --better lower');
    expect(await valuesOf(file, { columns, better: 'lower' })).toEqual([0.8, 0.6]);
    expect(await valuesOf(file, { columns, better: 'higher' })).toEqual([0.2, 0.4]);
  });

  it.each([
    ...['accuracy', 'terms', 'permission', 'lossless', 'terror', 'score_per_item', 'llama_8bit', 'true_false'],
    ...[
      'mean_reciprocal_rank',
      'process',
      'success',
      'class',
      'basis',
      'badge',
      'failure_detection',
      'drop_f1',
      'validity',
      'reliability',
      'solved',
    ],
  ])('takes %s for a score of which more is better', async (name) => {
    const file = csv('more.csv', `model,item_id,${name}`, 'm,1,0.2', 'm,2,0.4');
    expect(await valuesOf(file, { columns: new Map([['correct', name]]) })).toEqual([0.2, 0.4]);
  });
});

describe('identity', () => {
  const row = (promptIdx: number, testIdx: number, success: boolean, more: object = {}) => ({
    ...{ promptIdx, testIdx, success, gradingResult: {}, provider: { id: 'p' }, prompt: { raw: 'q', label: 'q' } },
    ...{ vars: { i: testIdx % 2 }, response: { output: 'x' }, ...more },
  });
  const rows = [row(0, 0, true), row(1, 0, false), row(0, 1, true), row(1, 1, false)];
  const whole = (results: object, config: object = {}) =>
    write(
      'pf.json',
      JSON.stringify({
        evalId: 'e',
        results: {
          prompts: [1, 2].map(() => ({ provider: 'p', label: 'q' })),
          ...results,
        },
        config,
      }),
    );
  const models = ({ models: names }: RecordedLog) => names;

  it('names two columns of one provider apart by number where nothing else tells them apart', async () => {
    expect(models(await readRecording(whole({ results: rows })))).toEqual(['p #1', 'p #2']);
    expect(models(await readRecording(jsonl('pf.jsonl', rows)))).toEqual(['p', 'p #2']);
  });

  it('names them by the settings in which they differ', async () => {
    const providers = [
      { id: 'p', config: { temperature: 0, max_tokens: 5 } },
      { id: 'p', config: { temperature: 1, max_tokens: 5 } },
    ];
    expect(models(await readRecording(whole({ results: rows }, { providers })))).toEqual([
      'p (temperature 0)',
      'p (temperature 1)',
    ]);
  });

  it('states no accuracy where the log has one count of tests for several columns', async () => {
    type Counts = readonly (readonly [pass: number, fail: number])[];
    const prompts = (counts: Counts) =>
      counts.map(([testPassCount, testFailCount], at) => ({
        ...{ provider: 'p', label: at === 2 ? 'other' : 'q' },
        metrics: { testPassCount, testFailCount },
      }));
    const stated = async (providers: readonly unknown[], ...counts: Counts) => {
      const log = await readRecording(whole({ prompts: prompts(counts), results: rows }, { providers }));
      return [log.stated.map(({ accuracy }) => accuracy), log.notes.join().includes('shown for none')];
    };
    const settings = [0, 1].map((temperature) => ({ id: 'p', config: { temperature } }));
    expect(await stated([], [1, 1], [1, 1])).toEqual([[null, null], true]);
    expect(await stated(settings, [1, 1], [1, 1])).toEqual([[null, null], true]);
    expect(await stated([], [1, 1], [2, 0])).toEqual([[0.5, 1], false]);
    expect(await stated([], [1, 1], [2, 0], [1, 1])).toEqual([[0.5, 1, 0.5], false]); // another prompt
  });

  it('takes tests with other assertions for other items, and repeats of one test for executions', async () => {
    const test = (assert: string) => ({ testCase: { assert: [{ type: assert }] } });
    const log = await readRecording(
      jsonl('assert.jsonl', [row(0, 0, true, test('a')), row(0, 2, true, test('b')), row(0, 4, false, test('a'))]),
    );
    expect([log.items.size, log.rows.map(({ epoch }) => epoch)]).toEqual([2, [1, 1, 2]]);
  });

  const table = (column: string, ...cells: readonly string[]) =>
    csv(
      'conditions.csv',
      `${head},${column}`,
      ...cells.flatMap((cell) => [1, 2, 3, 4].map((item) => `m,${item},1,${cell}`)),
    );

  it.each([
    ['experiment', ['zero_shot', 'few_shot']],
    ['temperature', ['0', '1']],
    ['prompt_type', ['xml', 'plain']],
    ['system_prompt', ['be brief', 'be long']],
    ['n_shots', ['0', '5']],
    ['variant', ['a', 'b', 'c']],
    ['reasoning_effort', ['low', 'high']],
    ['language', ['en', 'de']],
  ])('refuses rows of one item that differ in %s, with --where', async (column, cells) => {
    const file = table(column, ...cells);
    expect(await refusalOf(file)).toMatch(
      new RegExp(
        `item 1 occurs again for the same model, and ${column} differs: these are conditions, not repeats.*--where '?${column}=${cells[0]}'?; .*--columns epoch=${column}`,
      ),
    );
    const [value = ''] = cells;
    const { rows: kept } = await readRecording(file, { where: [{ field: column, value }] });
    expect(kept.map(({ epoch }) => epoch)).toEqual([1, 1, 1, 1]);
    const joined = await readRecording(file, { columns: new Map([['model', `model+${column}`]]) });
    expect(models(joined)).toEqual(cells.map((cell) => `m, ${cell}`));
  });

  it.each(['epoch', 'seed', 'repeat', 'trial', 'Run'])('takes rows that differ in %s for repeats', async (column) => {
    const { rows: read } = await readRecording(table(column, '1', '2'));
    expect(read.map(({ epoch }) => epoch)).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  });

  it('takes equal rows, and rows that differ in what was written, for repeats', async () => {
    const lines = [1, 2, 1, 2].map((item, index) => `m,${item},1,text ${index}`);
    const { rows: read } = await readRecording(csv('repeats.csv', `${head},output`, ...lines));
    expect(read.map(({ epoch }) => epoch)).toEqual([1, 1, 2, 2]);
  });

  it('refuses a temperature that differs beside a seed', async () => {
    const lines = [0, 1].flatMap((at) => [1, 2, 3].map((item) => `m,${item},1,${at},${at}`));
    expect(await refusalOf(csv('both.csv', `${head},seed,temperature`, ...lines))).toContain('and temperature differs');
  });

  it('refuses samples of Every Eval Ever of two runs in one file', async () => {
    const eee = (evaluation: string) => ({
      ...{
        schema_version: '0.3.0',
        evaluation_id: evaluation,
        model_id: 'm',
        evaluation_result_id: 'r',
        sample_id: '1',
      },
      ...{ input: { raw: 'q' }, evaluation: { score: 1 } },
    });
    expect(await refusalOf(jsonl('two_samples.jsonl', [eee('one'), eee('two')]))).toContain(
      'and evaluation_id differs',
    );
    expect((await readRecording(jsonl('two_samples.jsonl', [eee('one'), eee('one')]))).rows).toHaveLength(2);
  });
});

describe('identifiers', () => {
  it.each([
    ['1', '1.0'],
    ['q1', ' q1 '],
    ['caf\u00e9', 'cafe\u0301'],
    ['12', '12.00'],
  ])('reads %s and %s as one item', async (one, other) => {
    const { items } = await readRecording(csv('ids.csv', head, `a,${one},1`, `b,${other},0`));
    expect(items.size).toBe(1);
  });

  it.each([
    ['1', '001'],
    ['Q1', 'q1'],
    ['1.10', '1.1'],
  ])('keeps %s and %s apart', async (one, other) => {
    expect((await readRecording(csv('ids.csv', head, `a,${one},1`, `b,${other},0`))).items.size).toBe(2);
  });
});

describe('named fields', () => {
  const file = () => csv('fields.csv', `${head},topic`, 'm,1,1,x', 'm,2,0,y');
  it.each<[string, FieldChoice]>([
    ['confidence', { confidence: 'metadata.confidence' }],
    ['group', { group: 'Topic' }],
    ['stratum', { stratum: 'subject' }],
    ['where', { where: [{ field: 'kind', value: 'x' }] }],
  ])('refuses --%s with a field that no row has, and lists those that exist', async (flag, choice) => {
    expect(await refusalOf(file(), choice)).toMatch(
      new RegExp(
        `^no row of fields\\.csv has the field .* \\(--${flag}\\); fields: model, item_id, is_correct, topic$`,
      ),
    );
  });

  it('refuses a --where that leaves no row', async () => {
    expect(await refusalOf(file(), { where: [{ field: 'topic', value: 'z' }] })).toContain('is left by --where');
  });

  it('keeps the stratum of an item', async () => {
    const { items } = await readRecording(file(), { stratum: 'topic' });
    expect([...items.values()].map(({ stratum }) => stratum)).toEqual(['x', 'y']);
  });
});

describe('tables with other columns', () => {
  it('names what is missing beside what is there', async () => {
    expect(await refusalOf(csv('other.csv', 'engine,number,verdict', 'm,1,1'))).toMatch(
      /^other\.csv has no column for item, correct; its columns are engine, number, verdict; name them: --columns item=COLUMN,correct=COLUMN/,
    );
  });

  it.each([
    ['Model Name,Question-ID,Exact Match', {}],
    ['llm,id,acc', {}],
    ['MODEL,ITEM,Score', {}],
    [
      'who,number,verdict',
      {
        columns: new Map([
          ['model', 'who'],
          ['item', 'number'],
          ['correct', 'verdict'],
        ]),
      },
    ],
  ])('reads the columns %s', async (header, choice) => {
    const log = await readRecording(csv('named.csv', header, 'm,1,1', 'n,1,0'), choice);
    expect([log.models, log.items.size, log.rows.length]).toEqual([['m', 'n'], 1, 2]);
  });

  it('reads a wide table with a column for each model', async () => {
    const log = await readRecording(csv('wide.csv', 'id,gpt,qwen', '1,1,0', '2,1,1'));
    expect([log.models, log.rows.map(({ outcome }) => outcome.kind === 'scored' && outcome.value)]).toEqual([
      ['gpt', 'qwen'],
      [1, 0, 1, 1],
    ]);
  });

  it('takes the file for the model where no column names one, and says so', async () => {
    const { models, notes } = await readRecording(csv('qwen-3.csv', 'id,correct', '1,1'));
    expect([models, notes]).toEqual([['qwen-3'], ['the table has no column for the model: the file names it']]);
  });

  it('reads a JSON list, and rows inside an object by the path of a field', async () => {
    const list = write('list.json', JSON.stringify([{ task_id: 't', model: 'm', passed: false }]));
    expect(await valuesOf(list)).toEqual([0]);
    const nested = write(
      'nested.json',
      JSON.stringify({ testCases: [{ name: 'a', metricsData: [{ score: 0.5 }] }] }, null, 1),
    );
    const columns = new Map([
      ['item', 'name'],
      ['correct', 'metricsData.0.score'],
    ]);
    expect(await valuesOf(nested, { columns })).toEqual([0.5]);
  });

  it.each([
    ['DeepEval', '{"testCases": [{"name": "a", "metricsData": []}]}', 'a result of DeepEval'],
    ['RAGAS', 'user_input,retrieved_contexts,response,faithfulness\nq,c,r,0.5\n', 'a table of RAGAS'],
    ['MLflow', 'inputs,outputs,exact_match/v1/score\nq,r,1\n', 'a table of MLflow'],
    [
      'OpenAI evals',
      '{"spec": {"completion_fns": ["m"], "eval_name": "e"}}\n{"type": "match"}\n',
      'a log of OpenAI evals',
    ],
    ['Langfuse', 'id,traceId,name,value,source\n1,t,quality,1,API\n', 'an export of scores of Langfuse'],
    ['Braintrust', '{"id": "1", "root_span_id": "r", "scores": {"Factuality": 0.6}}\n', 'an export of Braintrust'],
  ])('recognizes %s and prints the columns that read it', async (_, content, what) => {
    const said = await refusalOf(write('tool.txt', content));
    expect(said).toContain(what);
    expect(said).toContain('--columns item=');
  });

  it('reads matches of OpenAI evals with the printed flags', async () => {
    const file = jsonl('evals.jsonl', [
      { spec: { completion_fns: ['m'], eval_name: 'e' } },
      { type: 'match', sample_id: 'e.0', data: { correct: true, expected: '4' } },
      { type: 'match', sample_id: 'e.1', data: { correct: false, expected: '4' } },
      { final_report: { accuracy: 0.5 } },
    ]);
    const columns = new Map([
      ['item', 'sample_id'],
      ['correct', 'data.correct'],
      ['key', 'data.expected'],
    ]);
    expect(await valuesOf(file, { columns, where: [{ field: 'type', value: 'match' }] })).toEqual([1, 0]);
  });

  it.each([
    ['{"2026_a.eval": {"version": 2, "eval": {"eval_id": "1"}}}', 'a list of Inspect logs, not a log'],
    ['{"results": {"gsm8k": {"acc,none": 0.5}}, "configs": {}}', 'the results file of lm-eval'],
    ['{ "results": { "results": [], "timestamp": null } }', 'an output of promptfoo without rows'],
    ['{"schema_version": "0.3.0", "evaluation_results": []}', 'a record of Every Eval Ever'],
  ])('names %s', async (content, what) => {
    expect(await refusalOf(write('beside.json', content))).toContain(`beside.json is ${what}`);
  });
});
