import { basename, isAbsolute } from 'node:path';
import { selectionText } from '../../domain/dataset.ts';
import type { EndpointRecord, LimitPoint } from '../../domain/endpoint-record.ts';
import { shownStatus } from '../../domain/recorded.ts';
import type { RunRecord } from '../../store/store.ts';
import { counted, duration } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import type { ReportFacts } from '../input/report-input.ts';

interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface RunFacts {
  readonly run: string;
  readonly facts: readonly Fact[];
}

/** Returns the origin of each run as names and values; the texts may contain anything and must be escaped. */
export function provenanceFacts({
  runs,
  datasets,
  served,
}: Pick<ReportFacts, 'runs' | 'datasets' | 'served'>): readonly RunFacts[] {
  return runs.map((run) => ({
    run: run.id,
    facts: [
      ...runFacts(run),
      ...dataFacts(run, datasets),
      ...servedFacts(run, served),
      ...endpointFacts(run),
      ...softwareFacts(run),
    ].map(({ name, value }) => ({
      name,
      value: escapeControls(value),
    })),
  }));
}

function runFacts(run: RunRecord): readonly Fact[] {
  const { config, provenance, createdAt, updatedAt, consents } = run;
  return [
    { name: 'status', value: shownStatus(run) },
    { name: 'started', value: createdAt },
    ...(provenance.follows === undefined ? [] : [{ name: 'follows', value: `run ${provenance.follows}` }]),
    { name: 'last change', value: updatedAt },
    { name: 'command', value: provenance.command },
    ...(config.selection === undefined ? [] : [{ name: 'selected items', value: selectionText(config.selection) }]),
    ...config.models.map(({ name, baseUrl }) => ({
      name: 'model',
      value: baseUrl === null ? name : `${name} at ${baseUrl}`,
    })),
    { name: 'judge', value: config.judge?.name ?? 'each model judges its own responses' },
    ...consents.map(({ person, at, how, textSha256 }) => ({
      name: 'consent',
      value: `${person} agreed ${how === 'sheet' ? 'on a sheet' : 'in the viewer'}, ${at}; text with sha256 ${textSha256}`,
    })),
    { name: 'executions', value: String(config.samples) },
    { name: 'sampling', value: JSON.stringify(config.sampling) },
    { name: 'seed', value: String(config.seed) },
    ...provenance.notes.map((value) => ({ name: 'note', value })),
  ];
}

function dataFacts({ config }: RunRecord, datasets: ReportFacts['datasets']): readonly Fact[] {
  return config.experiments.flatMap(({ name, version, dataset, conditions }) => {
    const found = datasets.find(({ sha256 }) => sha256 === dataset.sha256);
    const origin =
      found === undefined
        ? 'license unknown: items are withheld'
        : `${found.licence}; ${found.origin}${found.redistributable ? '' : '; not redistributable: items are withheld'}`;
    return [
      {
        name: `data of ${name} (version ${version})`,
        value: `${dataSetName(dataset.name)}, ${counted(dataset.items, 'item')}, sha256 ${dataset.sha256}; ${origin}`,
      },
      ...conditions.map((condition) => ({ name: `condition of ${name}`, value: JSON.stringify(condition) })),
    ];
  });
}

function servedFacts({ id }: RunRecord, served: ReportFacts['served']): readonly Fact[] {
  return served
    .filter(({ run }) => run === id)
    .map(({ model, served: name, answers }) => ({
      name: 'served by',
      value: `${model}: ${name ?? 'the server reported no model'} (${counted(answers, 'answer')})`,
    }));
}

function endpointFacts({ endpoints }: RunRecord): readonly Fact[] {
  return endpoints.map((record) => ({ name: 'endpoint', value: endpointFact(record) }));
}

function softwareFacts({ provenance }: RunRecord): readonly Fact[] {
  const { sebVersion, nodeVersion, platform, gitCommit, packages, prices } = provenance;
  return [
    { name: 'seb', value: gitCommit === null ? sebVersion : `${sebVersion}, commit ${gitCommit}` },
    { name: 'Node.js', value: `${nodeVersion}, ${platform}` },
    {
      name: 'packages',
      value: Object.entries(packages)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    },
    { name: 'prices', value: prices === null ? 'none known' : JSON.stringify(prices) },
  ];
}

const mostPoints = 12;
const reasons: Readonly<Record<LimitPoint['why'], string>> = {
  start: '',
  grew: '',
  refused: ', refused',
  strained: ', timed out or lost',
  paused: ', paused',
};

function counts({ attempts, mostInFlight, refused, strained, pausedMs }: Omit<EndpointRecord, 'history'>): string {
  return [
    `${attempts} attempts`,
    `at most ${mostInFlight} in flight`,
    ...(refused === 0 ? [] : [`${refused} rejected by rate limits`]),
    ...(strained === 0 ? [] : [`${strained} timed out or lost`]),
    ...(pausedMs < 1000 ? [] : [`paused for ${duration(pausedMs / 1000)}`]),
  ].join(', ');
}

/** Returns the limit over time, thinned evenly to a dozen points. */
function historyText(history: readonly LimitPoint[]): string {
  const step = Math.max(1, (history.length - 1) / (mostPoints - 1));
  const shown = new Set(Array.from({ length: mostPoints }, (_, index) => Math.round(index * step)));
  return history
    .filter((_, index) => shown.has(index))
    .map(({ atMs, limit, why }) => `${limit} at ${(atMs / 1000).toFixed(1)} s${reasons[why]}`)
    .join('; ');
}

/** Returns a sentence about how one endpoint handled the calls of one execution. */
function endpointFact(record: EndpointRecord): string {
  const { startedAt, endpoint, mode, ceiling, history } = record;
  const limit =
    mode === 'fixed'
      ? `limit fixed at ${ceiling} in flight`
      : `adaptive limit, at most ${ceiling} in flight: ${historyText(history)}`;
  return `${endpoint}, from ${startedAt}: ${counts(record)}; ${limit}`;
}

/** Returns the name of a data set as shared files show it: a file without the folders of the machine that it was read on. */
export function dataSetName(name: string): string {
  return isAbsolute(name) ? basename(name) : name;
}
