import type { Command } from 'commander';
import { analyzeRuns } from '../../../analyze/analyze-runs.ts';
import { sebVersion } from '../../../answers/prepare/provenance.ts';
import { listDatasets } from '../../../data/shipped-datasets.ts';
import type { RunId } from '../../../domain/run-config.ts';
import { type Experiments, experimentNamed, experimentRegistry } from '../../../experiments/registry.ts';
import {
  benchmarkCard,
  type CardDataset,
  type CardFacts,
  cardMarkdown,
  resultLines,
} from '../../../report/card/benchmark-card.ts';
import { readStatements } from '../../../report/card/statements.ts';
import { safeJson } from '../../../report/render/safe-json.ts';
import type { RunRecord } from '../../../store/store.ts';
import { withExistingStore } from '../../../store/use-store.ts';
import { studyReport } from '../../../study/report/study-report.ts';
import { AppError } from '../../../util/app-error.ts';
import { print } from '../../../util/terminal.ts';
import { isSet, textOption } from '../../flags/command-options.ts';
import { withSelection } from '../../flags/with-runs.ts';

/** Prints the card of the shipped benchmark, or of the benchmark as given runs configured it, with their results. */
export async function card(ids: readonly string[], command: Command): Promise<void> {
  const file = textOption(command, 'statements');
  const statements = readStatements(file);
  const isStated = file !== undefined; // by the user, about the user's data
  const study = command.opts<{ study?: string | true }>().study;
  if (study !== undefined && ids.length > 0) {
    throw new AppError('study-or-runs', 'a card describes either a study or runs', {
      hint: 'write `seb card --study STUDY`, or `seb card RUN`',
    });
  }
  const facts =
    study !== undefined
      ? await factsOfStudy(study === true ? null : study, command)
      : ids.length === 0
        ? shippedFacts()
        : await factsOfRuns(ids, command);
  const made = benchmarkCard({
    version: sebVersion(),
    statements,
    ...facts,
    unstated: isStated ? [] : unstatedOf(facts),
  });
  print(isSet(command, 'json') ? safeJson(made) : cardMarkdown(made).trimEnd());
}

/** Returns the names of data sets that the shipped statements do not describe. */
function unstatedOf({ datasets, experiments }: Configured): readonly string[] {
  const shipped = new Set(listDatasets(experiments).map(({ sha256 }) => sha256));
  return datasets.filter(({ sha256 }) => !shipped.has(sha256)).map(({ name }) => name);
}

type Configured = Pick<CardFacts, 'experiments' | 'datasets' | 'methods' | 'imported' | 'results'>;

function shippedFacts(): Configured {
  const experiments = [...experimentRegistry().values()];
  return { experiments, datasets: listDatasets(experiments), results: null };
}

function factsOfRuns(ids: readonly string[], command: Command): Promise<Configured> {
  return withSelection(ids, command, async ({ store, runs, experiments, selection }) => {
    const analysis = await analyzeRuns({ store, runs, experiments, selection });
    const names = new Set(runs.flatMap(({ config }) => config.experiments.map(({ name }) => name)));
    return {
      experiments: [...names].map((name) => experimentNamed(experiments, name)),
      datasets: datasetsOf(runs, experiments),
      results: resultLines(analysis.results()),
    };
  });
}

/** Returns the card's facts of a finished study: its experiments, the data sets of its runs, its methods and verdicts. */
function factsOfStudy(id: string | null, command: Command): Promise<Configured> {
  return withExistingStore(textOption(command, 'store'), async (store) => {
    const { results, methods, record } = await studyReport(store, id);
    const stored = await Promise.all(record.runs.map(({ run }) => store.run(run as RunId))); // written from run ids
    const runs = stored.filter((run) => run !== null);
    const experiments = experimentRegistry();
    const names = new Set(runs.flatMap(({ config }) => config.experiments.map(({ name }) => name)));
    return {
      experiments: [...names].map((name) => experimentNamed(experiments, name)),
      datasets: datasetsOf(runs, experiments),
      methods: [methods],
      ...(record.recorded === undefined ? {} : { imported: { ...record, question: results.question } }),
      results: [...new Set([results.answer, ...results.findings.map(({ sentence }) => sentence), ...results.limits])],
    };
  });
}

/** Returns the data sets of runs. License and origin are known of shipped sets only. */
function datasetsOf(runs: readonly RunRecord[], experiments: Experiments): readonly CardDataset[] {
  const shipped = new Map(listDatasets(experiments.values()).map((set) => [set.sha256, set]));
  const found = new Map<string, CardDataset>();
  for (const { name, dataset } of runs.flatMap(({ config }) => config.experiments)) {
    const known = shipped.get(dataset.sha256);
    found.set(dataset.sha256, {
      ...{ name: known?.name ?? dataset.name, experiment: name, rows: dataset.items, sha256: dataset.sha256 },
      licence: known?.licence ?? 'not recorded in the store: see where the file comes from',
      origin: known?.origin ?? `the file or selection ${dataset.name} of the run`,
    });
  }
  return [...found.values()];
}
