import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Observed } from '../../../src/domain/outcome.ts';
import type { OutcomeRow } from '../../../src/outcome-kinds/outcome-kinds.ts';
import { printedComparisonSchema } from '../../../src/results/comparison.ts';
import { type Finding, findingSchema } from '../../../src/results/finding.ts';
import type { Random } from '../../../src/util/random.ts';
import { chatRequest } from '../../support/answering-server.ts';
import { type CommandOptions, start } from '../../support/command.ts';
import { completion } from '../../support/models/completion.ts';
import { type Handler, loopbackServer, sendJson } from '../../support/models/loopback-server.ts';
import { comparisonOf, type DrawnComparison, type FoundComparison } from './comparison.ts';
import { underCondition, writeExportedLogs } from './exported-log.ts';
import { type DrawnReport, estimatesOf, findingsOf, type Scenario } from './scenario.ts';

/**
 * Drawn data sets through processes of the command line: as answers of a server, which `seb run` asks, or as logs of a run, which
 * `seb report` reads. What is found must equal what the functions find that count the sets.
 */

/** Folder of the files and the store of a drawn set, and the program. */
export type Place = Pick<CommandOptions, 'folder' | 'program'>;

/** What the functions and the command line find in one drawn set. */
type Both<Found> = Readonly<Record<'functions' | 'commandLine', Found>>;

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

/** Largest number of calls of a set that a server answers; of more, the outcomes are in logs. */
const maxCalls = 3_000;

/**
 * Carries out the commands of a set: `random` starts its draws. Empty for scenarios of commands on files, which `countSets` carries
 * out.
 */
export async function throughCommandLine(
  { draw, drawComparisons }: Pick<Scenario, 'draw' | 'drawComparisons'>,
  random: () => Random,
  place: Place,
): Promise<readonly Both<readonly Finding[] | FoundComparison>[]> {
  if (draw !== undefined) {
    const drawn = draw(random());
    const isServed = canBeServed(drawn) && callsOf(drawn.rows) <= maxCalls;
    return [await (isServed ? servedFindings : exportedFindings)(drawn, place)];
  }
  const found: Both<FoundComparison>[] = [];
  for (const [number, drawn] of (drawComparisons?.(random()) ?? []).entries()) {
    const folder = join(place.folder, `comparison-${number}`); // a store of its own
    mkdirSync(folder);
    found.push(await servedComparison(drawn, { ...place, folder }));
  }
  return found;
}

/** Rows as the command line has them: its names of runs and models, and the parts in the planned order of the calls. */
interface ServedRuns {
  readonly rows: readonly OutcomeRow[];
  /** Id of each drawn run. */
  readonly ids: ReadonlyMap<string, string>;
}

const summarySchema = z.object({ run: z.string() });
const itemSchema = z.object({ item: z.string(), part: z.string() });

/** Carries out `seb run` for each run of the rows against a server with the drawn answers. */
async function serve(rows: readonly OutcomeRow[], place: Place): Promise<ServedRuns> {
  const ids = new Map<string, string>();
  const served: OutcomeRow[] = [];
  const server = await loopbackServer();
  try {
    for (const [run, own] of Map.groupBy(rows, (row) => row.run)) {
      server.handle(drawnAnswers(own));
      const id = await runServed(run, own, { ...place, url: `${server.url}/v1` });
      ids.set(run, id);
      const listed = (await seb(['items', id, '--json'], place)).trim().split('\n');
      const parts = new Map(
        listed.map((line) => itemSchema.parse(JSON.parse(line))).map((each) => [each.item, each.part]),
      );
      for (const row of own) {
        const part = parts.get(row.item);
        if (part === undefined) throw new Error(`${row.item} was not listed`);
        served.push({ ...row, run: id, model: `openai-compatible/${servedName(row.model)}`, part });
      }
    }
    return { rows: served, ids };
  } finally {
    await server.close();
  }
}

/** Runs the drawn items and returns the id of the run. The files of runs of equal items are equal. */
async function runServed(
  name: string,
  rows: readonly OutcomeRow[],
  { url, ...place }: Place & { readonly url: string },
): Promise<string> {
  const models = [...new Set(rows.map(({ model }) => model))];
  const items = rows
    .filter(({ model }) => model === models[0])
    .map(({ item, cluster }) => ({ id: item, prompt: requestOf(item), pair: cluster }));
  const samples = Math.max(...rows.map(({ outcome }) => (outcome.kind === 'binary' ? outcome.executions.length : 0)));
  writeFileSync(join(place.folder, 'items.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const named = models.map((model) => `openai-compatible/${servedName(model)}`);
  const set = ['--experiment', 'restriction', '--items', 'restriction=items.jsonl', '--samples', String(samples)];
  const how = ['--repeat-as', name, '--base-url', url];
  const summary = await seb(['run', '--model', ...named, ...set, ...how, '--json'], place);
  return summarySchema.parse(JSON.parse(summary)).run;
}

/** Whether a server can answer so: yes or no, without a label, a stratum, a text, a stated probability or models asked about others. */
function canBeServed({ rows, asked = [], kinship, texts }: DrawnReport): boolean {
  const isPlain = ({ outcome, run, stratum }: OutcomeRow) =>
    outcome.kind === 'binary' &&
    outcome.label === null &&
    outcome.probability === null &&
    stratum === undefined &&
    run === rows[0]?.run;
  return asked.length === 0 && kinship === undefined && texts === undefined && rows.every(isPlain);
}

/** Returns the number of calls of drawn rows: a prediction; executions and their judgements. */
function callsOf(rows: readonly OutcomeRow[]): number {
  return rows.reduce(
    (sum, { outcome }) => sum + 1 + (outcome.kind === 'binary' ? 2 * outcome.executions.length : 0),
    0,
  );
}

const reportSchema = z.object({ findings: z.array(findingSchema) });

/** Returns the findings of rows that a server answered, by the functions and by `seb run` and `seb report`. */
async function servedFindings(drawn: DrawnReport, place: Place): Promise<Both<readonly Finding[]>> {
  const { rows } = await serve(drawn.rows, place);
  const texts = new Map(rows.map(({ item }) => [item, requestOf(item)]));
  return {
    functions: alike(withEstimates({ rows, texts })),
    commandLine: alike(reportSchema.parse(JSON.parse(await seb(['report', '--json'], place))).findings),
  };
}

/** Returns the findings of rows in logs of a run, by the functions and by `seb report` of these logs. */
async function exportedFindings(drawn: DrawnReport, place: Place): Promise<Both<readonly Finding[]>> {
  const related = (drawn.kinship?.relatives ?? []).flatMap((group) => ['--relatives', group.join(',')]);
  const logs = writeExportedLogs(drawn, place.folder);
  return {
    functions: alike(withEstimates({ ...drawn, rows: underCondition(drawn.rows) })),
    commandLine: alike(
      reportSchema.parse(JSON.parse(await seb(['report', ...logs, '--json', ...related], place))).findings,
    ),
  };
}

const withEstimates = (drawn: DrawnReport) => findingsOf(drawn, estimatesOf(drawn));

/** Returns findings in the order of models, without the names that only runs have. */
function alike(findings: readonly Finding[]): readonly Finding[] {
  return findings
    .map((finding) => ({ ...finding, run: '', task: '', condition: '' }))
    .toSorted((a, b) => (a.model < b.model ? -1 : 1));
}

const comparedSchema = printedComparisonSchema.unwrap().pick({ differences: true, gate: true });

/** Returns what is found in runs that a server answered, by the functions and by `seb run` and `seb compare`. */
async function servedComparison(drawn: DrawnComparison, place: Place): Promise<Both<FoundComparison>> {
  const { rows, ids } = await serve(drawn.rows, place);
  const idOf = (run: string) => ids.get(run) ?? '';
  const { gate } = drawn;
  const flags = { lower: '--fail-if-lower', within: '--fail-unless-within' } as const;
  const args = gate === null ? [...ids.values()] : [...gate.runs.map(idOf), flags[gate.rule], String(gate.margin)];
  const printed = comparedSchema.parse(JSON.parse(await seb(['compare', ...args, '--json'], place, [0, 2, 3])));
  const [now, before] = gate?.runs ?? ['', ''];
  const named = gate === null ? null : { ...gate, runs: [idOf(now), idOf(before)] as const };
  return {
    functions: alikePairs(comparisonOf({ rows, gate: named })),
    commandLine: alikePairs({
      differences: gate === null ? printed.differences : [],
      checks: printed.gate?.checks ?? [],
    }),
  };
}

/** Returns what is found without the condition, which only runs have. */
function alikePairs({ differences, checks }: FoundComparison): FoundComparison {
  const alike = <Pair extends { readonly condition: string }>(pair: Pair): Pair => ({ ...pair, condition: '' });
  return { differences: differences.map(alike), checks: checks.map(alike) };
}

/** Runs `seb` to its end and returns what it prints. Error with any other exit code. */
async function seb(args: readonly string[], place: Place, codes: readonly number[] = [0]): Promise<string> {
  const { code, stdout, stderr } = await start(args, place).ended;
  if (code === null || !codes.includes(code)) throw new Error(`seb ${args[0]}: ${stderr}`);
  return stdout;
}
