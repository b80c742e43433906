import type { RunId } from '../../domain/run-config.ts';
import { absentCell, filled, left, numberCell, right, textCell } from '../../report/tables/report-table.ts';
import type { ReportTable, TableCell } from '../../results/page.ts';
import type { TrainingJobKey } from '../../store/event.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import type { Job } from '../../train/jobs/job.ts';
import { readJob } from '../../train/jobs/job-journal.ts';
import { dollars as inDollars } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import { type StudyRecord, studySteps } from '../study-record.ts';

/** What one run of a study cost: answers that it paid for; an answer of an earlier run costs nothing again. */
interface StepCost {
  readonly step: string;
  readonly run: string;
  readonly calls: number;
  /** Tokens as the servers reported them; null where an answer has no count. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars; null where a price or a count is unknown. */
  readonly dollars: number | null;
}

/** What one training job cost. */
interface JobCost {
  readonly arm: string;
  readonly job: string;
  readonly model: string;
  readonly trainedTokens: number | null;
  readonly dollars: number | null;
  /** Hex sha256 of the adapter; null where the host keeps the weights. */
  readonly adapter: string | null;
}

/** Versions, hashes and costs of a study. */
export interface StudyFacts {
  /** Versions of seb and Node.js, each distinct one of its runs. */
  readonly software: readonly string[];
  readonly datasets: readonly { readonly name: string; readonly items: number; readonly sha256: string }[];
  /** Models of the runs with the identities that key their answers. */
  readonly models: readonly { readonly name: string; readonly identity: string; readonly baseUrl: string | null }[];
  readonly steps: readonly StepCost[];
  readonly jobs: readonly JobCost[];
}

/** Reads the versions, hashes and costs of a study from its store. */
export async function studyFacts(store: Store, { runs, jobs }: StudyRecord): Promise<StudyFacts> {
  const records: RunRecord[] = [];
  for (const { run } of runs) {
    const found = await store.run(run as RunId); // written from a RunId
    if (found !== null) records.push(found);
  }
  const tokens = await tokensOf(store, new Set(runs.map(({ run }) => run)));
  const steps: StepCost[] = [];
  for (const { run, step } of runs) {
    const { dollars, unknown } = await store.spent(run as RunId);
    const { calls = 0, input = 0, output = 0 } = tokens.get(run) ?? {};
    steps.push({
      ...{ step: studySteps[step], run, calls, inputTokens: input, outputTokens: output },
      dollars: unknown > 0 ? null : dollars,
    });
  }
  const found = await Promise.all(jobs.map(({ job }) => readJob(store, job as TrainingJobKey)));
  return {
    software: distinct(records.map(({ provenance }) => softwareText(provenance))),
    datasets: uniqueBy(
      records.flatMap(({ config }) => config.experiments.map(({ dataset }) => dataset)),
      ({ sha256 }) => sha256,
    ),
    models: uniqueBy(
      records.flatMap(({ config }) =>
        config.models.map(({ name, identity, baseUrl }) => ({ name, identity, baseUrl })),
      ),
      ({ name, identity }) => `${name}\n${identity}`,
    ),
    steps,
    jobs: jobs.map((job, index) => ({ ...job, ...jobCost(found[index] ?? null) })),
  };
}

function softwareText({ sebVersion, gitCommit, nodeVersion, platform }: RunRecord['provenance']): string {
  return `seb ${sebVersion}${gitCommit === null ? '' : ` (commit ${gitCommit})`}, Node.js ${nodeVersion}, ${platform}`;
}

function jobCost(job: Job | null): Pick<JobCost, 'trainedTokens' | 'dollars' | 'adapter'> {
  if (job === null || job.state.kind !== 'succeeded') return { trainedTokens: null, dollars: null, adapter: null };
  const { trainedTokens, dollars, artifact } = job.state;
  return { trainedTokens, dollars, adapter: artifact?.sha256 ?? null };
}

interface RunTokens {
  readonly calls: number;
  readonly input: number | null;
  readonly output: number | null;
}

async function tokensOf(store: Store, runs: ReadonlySet<string>): Promise<ReadonlyMap<string, RunTokens>> {
  const sums = new Map<string, RunTokens>();
  const add = (sum: number | null, more: number | null) => (sum === null || more === null ? null : sum + more);
  for await (const page of store.allAnswers()) {
    for (const { run, answer } of page) {
      if (!runs.has(run)) continue;
      const { calls, input, output } = sums.get(run) ?? { calls: 0, input: 0, output: 0 };
      const { usage } = answer;
      sums.set(run, { calls: calls + 1, input: add(input, usage.input), output: add(output, usage.output) });
    }
  }
  return sums;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function uniqueBy<Entry>(entries: readonly Entry[], key: (entry: Entry) => string): readonly Entry[] {
  return [...new Map(entries.map((entry) => [key(entry), entry])).values()];
}

/** Returns the costs of a study as tables: one of its runs and, if it trained, one of its training jobs. */
export function costTables({ steps, jobs }: StudyFacts): readonly ReportTable[] {
  const runs: ReportTable = {
    id: 'costs',
    title: 'What the runs cost',
    lead: 'Answers that each run paid for; an answer of an earlier run costs nothing again.',
    ...filled(steps, [
      left('step', 'Step of the study.', ({ step }) => textCell(step)),
      left('run', 'Id of the run.', ({ run }) => textCell(run), 1),
      right('calls', 'Number of answers that the run paid for.', ({ calls }) => count(calls)),
      right('input tokens', 'Tokens of the prompts.', ({ inputTokens }) => count(inputTokens)),
      right('output tokens', 'Tokens of the answers.', ({ outputTokens }) => count(outputTokens)),
      right('money', 'US dollars.', ({ dollars }) => money(dollars)),
    ]),
  };
  if (jobs.length === 0) return [runs];
  const trained: ReportTable = {
    id: 'training-jobs',
    title: 'What the training jobs cost',
    lead: 'One job per arm and training seed.',
    ...filled(jobs, [
      left('arm', 'What was trained on what.', ({ arm }) => textCell(escapeControls(arm))),
      left('job', 'Key of the job.', ({ job }) => textCell(job.slice(0, 12), job)),
      left('model', 'The trained model.', ({ model }) => textCell(escapeControls(model)), 1),
      right('tokens', 'Trained tokens.', ({ trainedTokens }) => count(trainedTokens)),
      right('money', 'US dollars.', ({ dollars }) => money(dollars)),
      left(
        'adapter',
        'Hash (sha256) of the adapter file.',
        ({ adapter }) => (adapter === null ? absentCell('the host keeps the weights') : textCell(adapter)),
        2,
      ),
    ]),
    detail: true,
  };
  return [runs, trained];
}

function count(value: number | null): TableCell {
  return value === null ? absentCell('not reported') : numberCell(value, value.toLocaleString('en'));
}

function money(dollars: number | null): TableCell {
  return dollars === null ? absentCell('unknown price or count') : numberCell(dollars, inDollars(dollars));
}
