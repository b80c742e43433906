import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Observed } from '../../../src/domain/outcome.ts';
import type { OutcomeRow } from '../../../src/outcome-kinds/outcome-kinds.ts';
import { type Finding, findingSchema } from '../../../src/results/finding.ts';
import { chatRequest } from '../../support/answering-server.ts';
import { start } from '../../support/command.ts';
import { completion } from '../../support/models/completion.ts';
import { type Handler, loopbackServer, sendJson } from '../../support/models/loopback-server.ts';
import { type DrawnReport, findingsOf } from './scenario.ts';

/** A drawn data set as answers of a server, so that `seb run` and `seb report` find the outcomes that were drawn. */

const choices = { true: '{"choice": "A"}', false: '{"choice": "B"}' } as const;

function choice(value: Observed<unknown> | undefined): string {
  if (value?.kind !== 'present') return 'I cannot say.';
  return choices[value.value === true ? 'true' : 'false'];
}

function numbered(text: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(text) ?? [];
  if (digits === undefined) throw new Error(`no number in "${text}"`);
  return Number(digits);
}

/** Answers as the models of the rows: item n is "Request n", execution k of it is "Response k", which the rule judge reads as its judge. */
function drawnAnswers(rows: readonly OutcomeRow[]): Handler {
  const byCall = new Map(rows.map((row) => [`${servedName(row.model)} ${numbered(row.item, /(\d+)/)}`, row.outcome]));
  const executed = new Map<string, number>();
  return (received, response) => {
    const { model, messages } = chatRequest(received);
    const text = messages.map(({ content }) => content).join('\n');
    const call = `${model} ${numbered(text, /Request (\d+)/)}`;
    const outcome = byCall.get(call);
    if (outcome?.kind !== 'binary') throw new Error(`nothing drawn for ${call}`);
    const answer = () => {
      if (text.startsWith('Consider the request')) return choice(outcome.prediction);
      if (text.startsWith('A request and a response'))
        return choice(outcome.executions[numbered(text, /Response (\d+)/)]);
      const execution = executed.get(call) ?? 0;
      executed.set(call, execution + 1);
      const value = outcome.executions[execution];
      const refuses = value?.kind === 'present' && value.value === false;
      return refuses ? `I'm sorry, I can't help with that. Response ${execution}` : `Here it is. Response ${execution}`;
    };
    sendJson(response, 200, completion(answer()));
  };
}

/** Returns the text of an item, which the server finds the item by. */
function requestOf(item: string): string {
  return `Request ${numbered(item, /(\d+)/)}`;
}

function servedName(model: string): string {
  return model.replaceAll(' ', '-');
}

interface CommandLineResult {
  readonly findings: readonly Finding[];
  /** Part of each item in the planned order of the calls. */
  readonly parts: ReadonlyMap<string, string>;
}

const itemSchema = z.object({ item: z.string(), part: z.string() });

/** Runs `seb run` against a server with the drawn answers, one call at a time, and returns what `seb report` finds. */
async function commandLineFindings(rows: readonly OutcomeRow[], folder: string): Promise<CommandLineResult> {
  const models = [...new Set(rows.map(({ model }) => model))];
  const items = rows
    .filter(({ model }) => model === models[0])
    .map(({ item, cluster }) => ({ id: item, prompt: requestOf(item), pair: cluster }));
  const samples = Math.max(...rows.map(({ outcome }) => (outcome.kind === 'binary' ? outcome.executions.length : 0)));
  writeFileSync(join(folder, 'items.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const server = await loopbackServer();
  server.handle(drawnAnswers(rows));
  try {
    const named = models.map((model) => `openai-compatible/${servedName(model)}`);
    const set = ['--experiment', 'restriction', '--items', 'restriction=items.jsonl', '--samples', String(samples)];
    const inTurn = ['--concurrency', '1', '--concurrency-mode', 'fixed', '--base-url', `${server.url}/v1`];
    await seb(['run', '--model', ...named, ...set, ...inTurn, '--json'], folder);
    const report = JSON.parse(await seb(['report', '--json'], folder));
    const listed = (await seb(['items', 'latest', '--json'], folder)).trim().split('\n');
    return {
      findings: z.object({ findings: z.array(findingSchema) }).parse(report).findings,
      parts: new Map(listed.map((line) => itemSchema.parse(JSON.parse(line))).map(({ item, part }) => [item, part])),
    };
  } finally {
    await server.close();
  }
}

/** Whether a server can answer so: yes or no of one run, without a label, a stated probability or models asked about others. */
export function canBeServed({ rows, asked = [], kinship }: DrawnReport): boolean {
  const isPlain = ({ outcome, run }: OutcomeRow) =>
    outcome.kind === 'binary' && outcome.label === null && outcome.probability === null && run === rows[0]?.run;
  return asked.length === 0 && kinship === undefined && rows.every(isPlain);
}

/** Calls of a drawn set: a prediction; executions and their judgements. */
export function callsOf({ rows }: DrawnReport): number {
  return rows.reduce(
    (sum, { outcome }) => sum + 1 + (outcome.kind === 'binary' ? 2 * outcome.executions.length : 0),
    0,
  );
}

/**
 * Returns the findings of drawn rows, by the functions with the parts of the run and through the command line, in the order of models; without the
 * re-execution, which the functions take from elsewhere.
 */
export async function bothFindings(
  rows: readonly OutcomeRow[],
  folder: string,
): Promise<Record<'functions' | 'commandLine', readonly Finding[]>> {
  const { findings, parts } = await commandLineFindings(rows, folder);
  const partOf = (item: string) => {
    const part = parts.get(item);
    if (part === undefined) throw new Error(`${item} was not listed`);
    return part;
  };
  const named = rows.map((row) => ({
    ...row,
    model: `openai-compatible/${servedName(row.model)}`,
    part: partOf(row.item),
  }));
  const plain = (findings: readonly Finding[]) =>
    findings
      .map((finding) => ({ ...finding, run: '', task: '', condition: '', reexecution: null }))
      .toSorted((a, b) => (a.model < b.model ? -1 : 1));
  const texts = new Map(rows.map(({ item }) => [item, requestOf(item)]));
  return { functions: plain(findingsOf({ rows: named, texts })), commandLine: plain(findings) };
}

async function seb(args: readonly string[], folder: string): Promise<string> {
  const { code, stdout, stderr } = await start(args, { folder }).ended;
  if (code !== 0) throw new Error(`seb ${args[0]}: ${stderr}`);
  return stdout;
}
