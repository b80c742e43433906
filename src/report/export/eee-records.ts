import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadRuns } from '../../analyze/analyze-runs.ts';
import { ClusteredSums } from '../../analyze/estimates/clustered-mean.ts';
import { makerOf } from '../../analyze/self-knowledge/relatives.ts';
import type { AnsweredCall, ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import { readScoredItems } from '../../answers/stored-run.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { exportedRunField, rightScore } from '../../domain/recorded.ts';
import { declaredSlot } from '../../domain/slot.ts';
import { absenceText, readAbsence } from '../../experiments/scored/index.ts';
import {
  itemAgreement,
  itemScore,
  itemScoreWords,
  kindOfOutcome,
  missingReason,
  type Outcome,
  type OutcomeRow,
  predictsNothing,
} from '../../outcome-kinds/outcome-kinds.ts';
import type { RunRecord } from '../../store/store.ts';
import { storedDatasets } from '../../store/stored-datasets.ts';
import { sha256 } from '../../util/canonical-json.ts';
import { exportedRun, outcomeFields, placeFields, statedConfidence } from '../input/logged-answer.ts';
import { showRule } from '../input/redact-unlicensed.ts';
import { dataSetName } from '../methods/provenance-facts.ts';
import { visible } from '../render/safe-json.ts';
import { TextFile } from './text-file.ts';

/** Version of the schema of Every Eval Ever that the records follow. */
const schemaVersion = '0.3.0';

/** The two results of a record: whether answers are right, where that is known, and whether predictions are. */
const resultNames = { accuracy: rightScore, prediction: 'self-prediction' } as const;
type ResultName = (typeof resultNames)[keyof typeof resultNames];

type Json = Readonly<Record<string, unknown>>;

/** One model under one condition of one experiment of a run: one record and one file of samples. */
interface Group {
  readonly run: RunRecord;
  readonly row: Omit<OutcomeRow, 'outcome'>;
  readonly data: Dataset | undefined;
  /** What the score of its samples is: known from the first outcome with a stated probability, if there is one. */
  measure: ReturnType<typeof itemScoreWords>;
  readonly samples: SampleFile;
  readonly sums: Map<ResultName, ClusteredSums>;
}

/** What was written, and what no record can hold. */
interface WrittenRecords {
  readonly records: number;
  readonly samples: number;
  /** Groups without a single score, which the format has no record for. */
  readonly unscored: number;
}

/**
 * Writes runs as records of Every Eval Ever (`data/EXPERIMENT/DEVELOPER/MODEL/UUID.json` with `UUID_samples.jsonl`), one
 * for each run, experiment, model and condition. Items that may not be redistributed have pseudonyms and no texts. Equal
 * runs give equal files.
 */
export async function writeEeeRecords(read: ReadRuns, folder: string): Promise<WrittenRecords> {
  const groups = new Map<string, Group>();
  const datasets = new Map<string, Dataset>();
  for (const { config } of read.runs)
    for (const [hash, data] of await storedDatasets(read.store, config)) datasets.set(hash, data);
  const show = showRule({ runs: read.runs, datasets: [...datasets.values()] });
  for await (const { run, item } of readScoredItems(read)) {
    const originals = item.rows.filter(({ reader }) => reader !== 'recorded');
    const { rows, isOpen } = show(originals);
    for (const [at, row] of rows.entries()) {
      const name = JSON.stringify([row.run, row.experiment, row.model, row.condition]);
      const planned = run.config.experiments.find(({ name: experiment }) => experiment === row.experiment);
      const group = groups.get(name) ?? {
        ...{ run, row, data: datasets.get(planned?.dataset.sha256 ?? ''), sums: new Map() },
        measure: itemScoreWords(row.outcome),
        samples: new SampleFile(folder, row),
      };
      groups.set(name, group);
      if (row.outcome.kind === 'binary' && row.outcome.probability !== null)
        group.measure = itemScoreWords(row.outcome);
      const original = originals[at] as OutcomeRow; // as many as shown
      addExecutions(group, { row, original, item, isOpen });
    }
  }
  const written = [...groups.values()].map((group) => writeGroup(group, folder));
  const kept = written.filter((samples) => samples > 0);
  return {
    records: kept.length,
    samples: kept.reduce((sum, each) => sum + each, 0),
    unscored: written.length - kept.length,
  };
}

interface ShownRow {
  /** The row as it may be shown. */
  readonly row: OutcomeRow;
  readonly original: OutcomeRow;
  readonly item: ScoredItem;
  readonly isOpen: boolean;
}

/** Adds a sample for each execution and result. */
function addExecutions(group: Group, { row, original, item, isOpen }: ShownRow): void {
  const kind = kindOfOutcome(row.outcome);
  const executed = item.asked().filter(({ call }) => declaredSlot(item.work.experiment, call.slot).kind === 'behave');
  for (let epoch = 0; epoch < Math.max(1, kind.executions(row.outcome)); epoch += 1) {
    const single = (outcome: Outcome) => kindOfOutcome(outcome).atExecution(outcome, epoch);
    const [shown, own] = [single(row.outcome), single(original.outcome)];
    const call = executed.find(({ call: { sample } }) => sample === epoch);
    const about = { group, row, outcome: shown, absent: loggedAbsence(own), epoch, isOpen, call, item };
    const right = item.work.experiment.rightShare?.(own);
    if (right !== undefined)
      addSample(about, { name: resultNames.accuracy, score: right, isRight: (right ?? 0) >= 0.5 });
    if (predictsNothing(own)) continue;
    const score = itemScore([own]);
    const isRight = kind.isRight(own) ?? (itemAgreement([own]) ?? 0) > 0.5;
    addSample(about, { name: resultNames.prediction, score, isRight });
  }
}

interface Sample {
  readonly group: Group;
  readonly row: OutcomeRow;
  /** The outcome with its single execution, as it may be shown. */
  readonly outcome: Outcome;
  /** Why the log that was imported has no outcome; absent: it has one, or nothing was imported. */
  readonly absent: string | undefined;
  readonly epoch: number;
  readonly isOpen: boolean;
  /** The call that executed; absent for recordings. */
  readonly call: AnsweredCall | undefined;
  readonly item: ScoredItem;
}

interface Score {
  readonly name: ResultName;
  /** Null where it is missing: the format wants a number, so the sample has a 0 with an error. */
  readonly score: number | null;
  readonly isRight: boolean;
}

function addSample(about: Sample, { name, score, isRight }: Score): void {
  const { group, row, outcome, absent, epoch, isOpen, call, item } = about;
  const { unit, predicted, actual, probability } = kindOfOutcome(outcome).facts(outcome);
  const { key, options } = item.item as { readonly key?: unknown; readonly options?: unknown };
  const title = () => item.work.experiment.title(item.item);
  const raw = isOpen ? (lastMessage(call) ?? title()) : row.item;
  const reference = isOpen && typeof key === 'string' ? [key] : [];
  const text = call?.stored?.answer.text ?? '';
  const usage = call?.stored?.answer.usage;
  const missing = score === null ? (missingReason(outcome, item.work.experiment.slots) ?? 'nothing to score') : null;
  const sums = group.sums.get(name) ?? new ClusteredSums();
  group.sums.set(name, sums);
  if (score !== null) sums.add(row.cluster, score);
  const sample = {
    schema_version: schemaVersion,
    evaluation_id: evaluationId(group),
    model_id: modelId(row.model),
    evaluation_name: row.experiment,
    evaluation_result_id: name,
    sample_id: unit === '' ? row.item : `${row.item}:${unit}`,
    sample_hash: sha256(`${raw}${reference.join('')}`),
    interaction_type: 'single_turn',
    input: { raw, formatted: null, reference, choices: isOpen && isTexts(options) ? options : null },
    output: { raw: [isOpen ? text : ''] },
    messages: null,
    answer_attribution: [
      {
        ...{ turn_idx: 0, source: 'output.raw', extracted_value: textOf(actual) },
        ...{ extraction_method: 'seb', is_terminal: true },
      },
    ],
    evaluation: { score: score ?? 0, is_correct: score !== null && isRight, num_turns: 1, tool_calls_count: 0 },
    token_usage:
      usage?.input == null || usage.output == null
        ? null
        : { input_tokens: usage.input, output_tokens: usage.output, total_tokens: usage.input + usage.output },
    performance: call?.stored == null ? null : { latency_ms: call.stored.latencyMs },
    error: missing,
    metadata: {
      epoch: String(epoch + 1),
      prediction: textOf(predicted),
      ...(probability === undefined ? {} : { probability: String(probability) }),
      ...confidenceField(about, name),
      ...(absent === undefined || name !== resultNames.accuracy ? {} : { absent }),
      outcome: textOf(actual),
      ...{ item: row.item, cluster: row.cluster, condition: row.condition },
      ...placeFields(row),
      ...(epoch === 0 && (name === resultNames.prediction || predictsNothing(outcome))
        ? outcomeFields([row], isOpen ? title() : null)
        : {}),
    },
  };
  group.samples.add(visible(JSON.stringify(sample)));
}

/** Returns why a log has no outcome and how its tool counts that, so that the reason is there when the record is read again. */
function loggedAbsence(outcome: Outcome): string | undefined {
  const [execution] = outcome.kind === 'binary' || outcome.kind === 'graded' ? outcome.executions : [];
  const absence = execution?.kind === 'absent' ? readAbsence(execution.detail) : null;
  return absence === null ? undefined : absenceText(absence);
}

/** Returns the stated probability that the answer is right, under the name that `seb` reads. */
function confidenceField({ outcome, item }: Sample, name: ResultName): Json {
  const isConfidence = name === resultNames.accuracy && item.work.experiment.predictsRight === true;
  const confidence = isConfidence ? statedConfidence(outcome) : null;
  return confidence === null ? {} : { confidence: String(confidence) };
}

/** Writes a record with its samples and returns their number; 0, without files, where nothing has a score. */
function writeGroup(group: Group, folder: string): number {
  const { run, row, samples } = group;
  const results = [...group.sums].flatMap(([name, sums]) => resultOf(group, name, sums));
  const checksum = samples.close();
  if (results.length === 0) {
    rmSync(join(folder, samples.place));
    return 0;
  }
  const record = {
    schema_version: schemaVersion,
    evaluation_id: evaluationId(group),
    evaluation_timestamp: seconds(run.createdAt),
    retrieved_timestamp: seconds(run.updatedAt),
    source_metadata: {
      ...{ source_name: 'seb', source_type: 'evaluation_run', source_organization_name: 'unknown' },
      evaluator_relationship: 'other',
      additional_details: { [exportedRunField]: JSON.stringify(exportedRun(run)) },
    },
    eval_library: { name: 'self-execution-benchmark', version: run.provenance.sebVersion },
    model_info: {
      ...{ name: row.model, id: modelId(row.model), developer: developerOf(row.model) },
      additional_details: { deployment_type: 'unknown', model_availability: 'unknown' },
    },
    evaluation_results: results,
    detailed_evaluation_results: {
      ...{ format: 'jsonl', file_path: samples.place, hash_algorithm: 'sha256' },
      ...{ checksum, total_rows: samples.rows },
    },
  };
  writeFileSync(
    join(folder, samples.place.replace(/_samples\.jsonl$/, '.json')),
    `${visible(JSON.stringify(record, null, 2))}\n`,
  );
  return samples.rows;
}

/** The samples of a record, written as they come. */
class SampleFile {
  /** Path inside the folder, with slashes. */
  readonly place: string;
  rows = 0;
  readonly #file: TextFile;
  readonly #hash = createHash('sha256');

  constructor(folder: string, { run, experiment, model, condition }: Omit<OutcomeRow, 'outcome'>) {
    const name = modelId(model).split('/').at(-1) ?? model;
    const parent = ['data', ...[experiment, developerOf(model), name].map(plainName)].join('/');
    this.place = `${parent}/${uuidOf(JSON.stringify([run, experiment, model, condition]))}_samples.jsonl`;
    mkdirSync(join(folder, parent), { recursive: true });
    this.#file = new TextFile(join(folder, this.place));
  }

  add(json: string): void {
    this.rows += 1;
    this.#hash.update(`${json}\n`);
    this.#file.writeLine(json);
  }

  /** Ends the file and returns its hash. */
  close(): string {
    this.#file.close();
    return this.#hash.digest('hex');
  }
}

/** Returns a result as a list; an empty one where nothing has a score. */
function resultOf({ run, row, data, measure }: Group, name: ResultName, sums: ClusteredSums): readonly Json[] {
  const mean = sums.mean();
  if (mean === null) return [];
  const { temperature, topP, maxOutputTokens } = run.config.sampling;
  const isShare = name === resultNames.accuracy || measure.unit === 'share';
  return [
    {
      evaluation_result_id: name,
      evaluation_name: row.experiment,
      source_data: {
        ...{ dataset_name: dataSetName(data?.name ?? row.experiment), source_type: 'other' },
        additional_details:
          data === undefined ? {} : { sha256: data.sha256, licence: data.licence, origin: data.origin },
      },
      metric_config: {
        evaluation_description:
          name === resultNames.accuracy
            ? 'whether the answer is right'
            : 'whether the model predicted its own answer (prediction and probability are in the metadata of the samples)',
        ...{ metric_id: name === resultNames.accuracy ? 'accuracy' : `seb.${measure.name}` },
        lower_is_better: name === resultNames.prediction && measure.better === 'lower',
        score_type: 'continuous',
        ...(isShare ? { min_score: 0, max_score: 1 } : { min_score: '-Infinity', max_score: 'Infinity' }),
        additional_details: { condition: row.condition },
      },
      score_details: {
        score: mean.value,
        ...(mean.stderr === null
          ? {}
          : { uncertainty: { standard_error: { value: mean.stderr, method: 'clustered by group of items' } } }),
      },
      generation_config: {
        generation_args: {
          ...(temperature === undefined ? {} : { temperature }),
          ...(topP === undefined ? {} : { top_p: topP }),
          ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
        },
      },
    },
  ];
}

function evaluationId({ run, row }: Group): string {
  return `${row.experiment}/${modelId(row.model)}/${run.id}/${sha256(row.condition).slice(0, 8)}`;
}

/** Returns a model's name with its maker first, as Hugging Face has it; `unknown` where the name states none. */
function modelId(model: string): string {
  const name = model.split('/').at(-1) ?? model;
  const parts = model.split('/');
  return parts.length > 1 ? `${parts.slice(-2, -1)[0]}/${name}` : `${makerOf(model) ?? 'unknown'}/${name}`;
}

function developerOf(model: string): string {
  return modelId(model).split('/')[0] ?? 'unknown';
}

/** Returns the last message of a call's prompt; null without one. */
function lastMessage(call: AnsweredCall | undefined): string | null {
  const content = call?.call.messages.at(-1)?.content;
  return typeof content === 'string' ? content : null;
}

function plainName(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9._-]+/g, '-');
  return /^\.*$/.test(plain) ? 'unnamed' : plain.slice(0, 100);
}

/** Returns a UUID of version 4 that is made of a hash, so that equal runs have equal names. */
function uuidOf(text: string): string {
  const hex = sha256(text);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Returns an ISO time as seconds since 1970, as the format has it. */
function seconds(time: string): string {
  return String(Date.parse(time) / 1000);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
