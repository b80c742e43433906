import type { FileStart } from './recording.ts';

/** A file of a known tool that is not a log with a row for each answer, and what to give in its place. */
interface KnownFile {
  /** Ends the sentence "FILE is ...". */
  readonly what: string;
  readonly instead: string;
}

interface KnownPattern extends KnownFile {
  readonly test: (text: string) => boolean;
}

const has = (text: string, ...parts: readonly RegExp[]) => parts.every((part) => part.test(text));

/** Files that stand beside logs, and tables of tools whose columns the user names. A new one is an entry here. */
const patterns: readonly KnownPattern[] = [
  {
    what: 'a list of Inspect logs, not a log',
    instead: 'give the .eval files that it lists',
    test: (text) => has(text, /^\s*\{\s*"[^"]+\.(?:eval|json)":\s*\{/, /"eval":\s*\{/),
  },
  {
    what: 'the results file of lm-eval, which has no samples',
    instead: 'give samples_*.jsonl beside it (run with --log_samples)',
    test: (text) => has(text, /^\s*\{\s*"results":\s*\{\s*"[^"]+":\s*\{[^{}]*"(?:alias|[^",{}]+,[^",{}]+)":/),
  },
  {
    what: 'the results file of lighteval, which has no samples',
    instead: 'give details/MODEL/DATE/details_*.parquet beside it (run with --save-details)',
    test: (text) => has(text, /^\s*\{\s*"config_general":\s*\{/),
  },
  {
    what: 'an output of promptfoo without rows',
    instead: 'run `promptfoo eval` to its end, and write its output with `-o out.json`',
    test: (text) => has(text, /"results":\s*\{\s*"(?:results|version|timestamp)"/) && !/"testIdx"|"evalId"/.test(text),
  },
  {
    what: 'a configuration of promptfoo, not an output',
    instead: 'run `promptfoo eval -o out.json`, and give out.json',
    test: (text) =>
      has(text, /^\s*(?:\{|description:|prompts:|providers:)/, /"?prompts"?:/, /"?providers"?:/, /"?tests"?:/) &&
      !/"evalId"/.test(text),
  },
  {
    what: 'a record of Every Eval Ever, which has no samples',
    instead: 'give its *_samples.jsonl',
    test: (text) => has(text, /"evaluation_results"|"schema_version":\s*"0\./) && !/"sample_id"/.test(text),
  },
  {
    what: 'a log of OpenAI evals, whose lines are events',
    instead:
      'read its matches: --columns item=sample_id,correct=data.correct,key=data.expected,answer=data.sampled --where type=match',
    test: (text) => has(text, /^\s*\{\s*"spec":\s*\{/, /"completion_fns"|"eval_name"/),
  },
  {
    what: 'a table of MLflow',
    instead: 'name its columns: --columns item=inputs,correct=exact_match/v1/score,answer=outputs',
    test: (text) => has(firstLine(text), /\/v\d+\/score/),
  },
  {
    what: 'a table of RAGAS',
    instead: 'name its columns: --columns item=user_input,correct=faithfulness,answer=response',
    test: (text) => has(firstLine(text), /\buser_input\b/, /\b(?:retrieved_contexts|response|reference)\b/),
  },
  {
    what: 'a result of DeepEval',
    instead:
      'name its columns: --columns item=name,correct=metricsData.0.score,answer=actualOutput (testCases and snake case likewise)',
    test: (text) => has(text, /"(?:metricsData|metrics_data|metricsMetadata)"/),
  },
  {
    what: 'an export of scores of Langfuse',
    instead: 'name its columns: --columns item=traceId,correct=value --where name=SCORE',
    test: (text) => has(firstLine(text), /\btrace_?id\b/i, /\bvalue\b/, /\b(?:data_?type|source|name)\b/i),
  },
  {
    what: 'an export of Braintrust',
    instead: 'name its columns: --columns item=id,correct=scores.SCORE,answer=output',
    test: (text) =>
      has(text, /"scores":\s*\{/, /"(?:root_span_id|span_id|_xact_id|project_id)"/) && !/"evalId"|"eval_id"/.test(text),
  },
];

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** Returns what a file of a known tool is, and what to give in its place; null for any other file. */
export function knownFile({ text }: Pick<FileStart, 'text'>): KnownFile | null {
  return patterns.find(({ test }) => test(text)) ?? null;
}
