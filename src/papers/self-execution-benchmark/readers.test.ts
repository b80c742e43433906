import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeKey } from '../../recordings/import/recording.ts';
import { readAssociation } from './association.ts';
import { incompleteDifficulty, readDifficulty } from './difficulty.ts';
import { readFailureCounts } from './failure-counts.ts';
import { readSelfExecutionBenchmark } from './index.ts';
import { publishedName } from './model-names.ts';
import { readRestriction } from './restriction.ts';
import { readStump } from './stump.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seb-clone-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const runOf = (model: string, texts: Readonly<Record<string, string>>) =>
  ['0', quoted(`${model}:\n`), ...Object.entries(texts).map(([id, text]) => quoted(`\n${id}\n${text}`))].join('\n');
const extractedOf = (letters: Readonly<Record<string, string>>) =>
  ['0,1,2,3', ...Object.entries(letters).map(([id, pair]) => `${id},asked,${pair[0]},${pair[1]}`)].join('\n');

describe('experiment 2', () => {
  const small = { '1': 'small 1' };
  const large = { '1': ' A "1"\n\nlines', '2': 'two' };
  const ownRuns = [
    runOf('openai/o4-mini', { '1': 'o', '2': 'o', '3': 'o' }),
    runOf('mistralai/mistral-7b-instruct', large),
  ];

  async function writeModel(runs: readonly string[], extracted: readonly string[]): Promise<void> {
    for (const kind of ['choices_before', 'output_answers', 'choices_after']) {
      await write(`experiment 2/results/${kind}_mistral-7b-instruct.csv`, `${runs.join('\n')}\n`);
    }
    await write('experiment 2/results/output_data_mistral-7b-instruct.csv', `\n${extracted.join('\n\n')}\n`);
  }

  test('uses the largest run of the right model, wherever it is in the file', async () => {
    const late = runOf('mistralai/mistral-7b-instruct', small);
    await writeModel(
      [...ownRuns, late],
      [extractedOf({ '1': 'BA' }), extractedOf({ '1': 'AA', '2': 'BA' }), extractedOf({ '1': 'BB' })],
    );
    const [recording] = readRestriction(folder, ['1', '2']);
    expect(recording?.model).toBe('mistral-7b');
    const prediction = recording?.answers.get(placeKey({ item: '1', slot: 'forecast' }));
    expect(prediction).toMatchObject({
      text: ' A "1"\n\nlines',
      extracted: 'A',
      served: { model: 'mistralai/mistral-7b-instruct' },
    });
    expect(recording?.answers.get(placeKey({ item: '2', slot: 'judge' }))).toMatchObject({ extracted: 'A' });
    expect(recording?.answers.get(placeKey({ item: '1', slot: 'execute' }))).not.toHaveProperty('extracted');
  });

  test('assigns counted failures to the missing items, and none without a counter of that run', async () => {
    await writeModel(ownRuns, [extractedOf({ '1': 'AA', '2': 'BA' })]);
    const summary = (consistent: number) =>
      [
        '0',
        ...[
          'The current model is: mistralai/mistral-7b-instruct',
          `Number of consistent answers: ${consistent}`,
          'Number of provision failure: 1',
          'Number of verification failure: 1',
        ].map((line) => quoted(`${line}\n`)),
      ].join('\n');
    await write('experiment 2/summarized_results_450.csv', summary(1));
    const [counted] = readRestriction(folder, ['1', '2', '3', '4', '5']);
    expect(counted?.answers.get(placeKey({ item: '3', slot: 'forecast' }))).toMatchObject({ code: 'recorded-failure' });
    expect(counted?.answers.has(placeKey({ item: '4', slot: 'forecast' }))).toBe(false);
    expect(counted?.answers.get(placeKey({ item: '5', slot: 'execute' }))).toMatchObject({ code: 'recorded-failure' });
    await write('experiment 2/summarized_results_450.csv', summary(2));
    expect(readRestriction(folder, ['1', '2', '3'])[0]?.answers.size).toBe(6);
    expect(readFailureCounts(folder)).toEqual([{ model: 'mistral-7b', consistent: 2, predictions: 1, judgements: 1 }]);
  });

  test('skips a model without all four files', async () => {
    await write('experiment 2/results/choices_before_gpt-4.1.csv', runOf('openai/gpt-4.1', small));
    expect(readRestriction(folder, ['1'])).toEqual([]);
  });
});

test('experiment 1: converts literals to JSON, and uses the file with more answers', async () => {
  const header = 'Word,Predictions,Generated Words,Final Score\n';
  const row = (word: string) => `${word},"{'a b': True, ""it's"": 'true'}","['X', ' y']",50.00 %\n`;
  await write('experiment 1/results-04-05-25/openai-o4-mini.csv', header + row('Bat') + row('Cat'));
  await write('experiment 1/results-04-05-25/openai_o4-mini-old.csv', header + row('Bat'));
  const recordings = readAssociation(folder);
  expect(recordings.map(({ model, answers }) => [model, answers.size])).toEqual([['o4-mini', 4]]);
  const text = '{"a b":true,"it\'s":"true"}';
  expect(recordings[0]?.answers.get(placeKey({ item: 'Bat', slot: 'forecast' }))).toMatchObject({
    text,
    extracted: text,
  });
  expect(recordings[0]?.answers.get(placeKey({ item: 'Cat', slot: 'execute' }))).toMatchObject({
    text: '{"words":["X"," y"]}',
  });
});

test('experiment 1: names file and line of a malformed literal', async () => {
  await write('experiment 1/results-04-05-25/openai-o4-mini.csv', 'Word,Predictions,Generated Words\nBat,{oops,[]\n');
  expect(() => readAssociation(folder)).toThrow(/openai-o4-mini\.csv, line 2: no Python literal/);
});

test('experiment 3: reads tokens, empty answers and failed calls', async () => {
  const path = 'experiment 3/results/google/gemini-2.5-pro-preview';
  await write(
    `${path}/individual_results.csv`,
    'group_id,question_id,question_text,choices_text,duration,llm_answer_raw,llm_answer_extracted,correct_answer,is_correct,model\n' +
      'g1,q1,?,A. 1\\nB. 2,760.0,"line\nline",D,D,True,m\ng1,"q,2",?,x,,,,A,False,m\n',
  );
  await write(
    `${path}/question_sets.csv`,
    'group_id,llm_ranking,raw_llm_ranking_output,combined_duration,total_individual_duration,measured_ranking,score,model\n' +
      'g1,"Q1,Q2,Q3,Q4",ranked,12,1,"Q1,Q2,Q3,Q4",1.0,m\ng2,,no ranking,9,1,,,m\ng3,,the call failed,,,,,m\n',
  );
  for (const place of ['.', 'google'])
    await write(`experiment 3/results/${place}/.DS_Store`, 'what a file manager leaves');
  const [recording] = readDifficulty(folder);
  const get = (item: string, part?: string) =>
    recording?.answers.get(placeKey(part === undefined ? { item, slot: 'forecast' } : { item, slot: 'execute', part }));
  expect(recording?.model).toBe('gemini-2.5-pro');
  expect(get('g1', 'q1')).toMatchObject({ text: 'line\nline', extracted: 'D', usage: { output: 760 } });
  expect(get('g1', 'q,2')).toMatchObject({ kind: 'answered', text: '', extracted: null, usage: { output: null } });
  expect(get('g1')).toMatchObject({ extracted: 'Q1,Q2,Q3,Q4', usage: { output: 12 } });
  expect(get('g2')).toMatchObject({ text: 'no ranking', extracted: null });
  expect(get('g3')).toMatchObject({ kind: 'failed', code: 'recorded-failure', message: 'the call failed' });
});

test('experiment 3: names a model that lacks one of the two files, with the file', async () => {
  await write('experiment 3/results/qwen/qwen-2.5-7b-instruct/question_sets.csv', 'group_id,llm_ranking\n');
  expect(readDifficulty(folder)).toEqual([]);
  expect(incompleteDifficulty(folder)).toEqual([
    expect.stringMatching(/^difficulty of qwen-2\.5-7b: .* has no individual_results\.csv$/),
  ]);
});

test('a model whose files are incomplete and a model that never answered are skipped, each with the reason', async () => {
  const questions = [1, 2, 3, 4].map((number) => `g1,${number},q${number},What is ${number}?,A. 1|B. 2|C. 3|D. 4,A`);
  await write(
    'experiment 3/arranged_question_sets.csv',
    `group_id,q_num_in_group,original_question_id,question,choices_str,answer\n${questions.join('\n')}\n`,
  );
  const results = 'experiment 3/results';
  const solutions =
    'group_id,question_id,question_text,choices_text,duration,llm_answer_raw,llm_answer_extracted,model\n';
  const rankings = 'group_id,llm_ranking,raw_llm_ranking_output,combined_duration,model\n';
  await write(`${results}/openai/gpt-4.1/individual_results.csv`, solutions);
  await write(`${results}/openai/gpt-4.1/question_sets.csv`, `${rankings}g1,"Q1,Q2,Q3,Q4",ranked,12,m\n`);
  await write(`${results}/openai/o4-mini/individual_results.csv`, solutions);
  await write(`${results}/openai/o4-mini/question_sets.csv`, `${rankings}g1,,the call failed,,m\n`);
  await write(`${results}/qwen/qwen-2.5-7b-instruct/question_sets.csv`, rankings);
  const [set] = await readSelfExecutionBenchmark(folder);
  expect(set?.recordings.map(({ model }) => model)).toEqual(['gpt-4.1']);
  expect(set?.skipped).toEqual([
    expect.stringMatching(/^difficulty of qwen-2\.5-7b: .* has no individual_results\.csv$/),
    'difficulty of o4-mini: no answer was recorded',
  ]);
});

test('experiment 3: names file and line of an invalid token count', async () => {
  await write('experiment 3/results/qwen/qwen-2.5-7b-instruct/individual_results.csv', 'group_id,question_id\n');
  await write(
    'experiment 3/results/qwen/qwen-2.5-7b-instruct/question_sets.csv',
    'group_id,llm_ranking,raw_llm_ranking_output,combined_duration,model\ng1,,x,many,m\n',
  );
  expect(() => readDifficulty(folder)).toThrow(/question_sets\.csv, line 2: combined_duration: "many" is not a number/);
});

test('experiment 4: reads the written question, and an answer that the authors could not read', async () => {
  const names =
    'model,question_generation_response,extracted_question,option_A,option_B,option_C,option_D,correct_answer_letter,' +
    'explanation_for_incorrectness,self_test_raw_response,self_test_extracted_answer';
  await write(
    'experiment 4/experiment_4_results_merged_cleaned.csv',
    `${names}\nopenai/gpt-4.1,raw,Q?,1,2,3,4,option_C,hard,B!,INVALID\n`,
  );
  const [recording] = readStump(folder);
  expect(recording?.model).toBe('gpt-4.1');
  const [author, answer] = [...(recording?.answers.values() ?? [])];
  expect(author).toMatchObject({ text: 'raw', extracted: expect.stringContaining('"correct_option":"option_C"') });
  expect(answer).toMatchObject({ text: 'B!', extracted: null });
});

test('refuses a folder without any experiment, with a hint', async () => {
  await expect(readSelfExecutionBenchmark(folder)).rejects.toMatchObject({
    code: 'import-empty',
    hint: expect.stringContaining('clone'),
  });
});

test.each([
  ['anthropic-claude-3.7-sonnet-thinking', 'claude-3.7-sonnet-thinking'],
  ['anthropic/claude-3.7-sonnet:thinking', 'claude-3.7-sonnet-thinking'],
  ['deepseek-deepseek-chat-v3-0324', 'deepseek-v3'],
  ['deepseek/deepseek-chat-v3', 'deepseek-v3'],
  ['google-gemini-2.5-flash-preview', 'gemini-2.5-flash'],
  ['meta-llama-llama-3.1-8b-instruct', 'llama-3.1-8b'],
  ['mistral-small-3.1', 'mistral-small-3.1-24b'],
  ['gpt-4.1-2025-04-14', 'gpt-4.1'],
  ['openai/gpt-4.1-mini', 'gpt-4.1-mini'],
  ['qwen2.5-7b', 'qwen-2.5-7b'],
  ['qwen2.5-32b-instruct', 'qwen2.5-32b-instruct'],
  ['gemini-2.0-flash-001', 'gemini-2.0-flash-001'],
])('%s is %s', (recorded, name) => {
  expect(publishedName(recorded)).toBe(name);
});
