import { selectionText } from '../../domain/dataset.ts';
import type { RunRecord } from '../../store/store.ts';
import { counted } from '../../util/numbers.ts';
import { escapeControls } from '../../util/text.ts';
import type { ReportInput } from '../report-input.ts';
import { dataSetName } from './data-set-name.ts';
import { endpointFact } from './endpoint-facts.ts';

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
}: Pick<ReportInput, 'runs' | 'datasets' | 'served'>): readonly RunFacts[] {
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

function runFacts({ config, provenance, status, createdAt, updatedAt, consents }: RunRecord): readonly Fact[] {
  return [
    { name: 'status', value: status },
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

function dataFacts({ config }: RunRecord, datasets: ReportInput['datasets']): readonly Fact[] {
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

function servedFacts({ id }: RunRecord, served: ReportInput['served']): readonly Fact[] {
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
