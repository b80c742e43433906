import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageVersion } from '../../src/util/package-files.ts';
import { type Column, codebookLines, csvOf, measuredColumns } from './csv-columns.ts';
import type { Measured } from './facts.ts';
import { furtherCodebook } from './further-tables.ts';
import type { PageRow } from './page-rows.ts';
import { csvTable, sources } from './recordings.ts';

const columns: readonly Column<PageRow>[] = [
  { name: 'model', unit: 'text', meaning: 'model, by the name that the page gives it', cell: ({ model }) => model },
  { name: 'maker', unit: 'text', meaning: 'organization that trained it', cell: ({ maker }) => maker },
  { name: 'recording', unit: 'text', meaning: 'atlas, mmlu or battery', cell: ({ recording }) => recording },
  {
    name: 'complete',
    unit: 'true or false',
    meaning: 'whether it has every item',
    cell: ({ isComplete }) => isComplete,
  },
  { name: 'items', unit: 'count', meaning: 'items with an answer', cell: ({ items }) => items },
  { name: 'wrong', unit: 'count', meaning: 'wrong answers', cell: ({ wrong }) => wrong },
  {
    name: 'wrong_sound',
    unit: 'count',
    meaning: 'wrong answers on sound items; empty where there is no set of them',
    cell: ({ wrongSound }) => wrongSound,
  },
  { name: 'right', unit: 'share', meaning: 'right answers', cell: ({ right }) => right },
  { name: 'stated', unit: 'share', meaning: 'mean stated confidence; battery: share kept', cell: ({ said }) => said },
  ...measuredColumns<PageRow>(
    'auroc',
    { unit: 'share', meaning: 'AUROC of the own statement; empty with fewer than 30 wrong answers' },
    ({ auroc }) => auroc,
  ),
  ...measuredColumns<PageRow>(
    'auroc_sound',
    {
      unit: 'share',
      meaning: 'the same on sound items; empty for incomplete models, the battery and fewer than 30 wrong ones',
    },
    ({ aurocSound }) => aurocSound,
  ),
  ...measuredColumns<PageRow>(
    'brier_minus_constant',
    {
      unit: 'difference',
      meaning: 'Brier score minus that of the best constant; below 0 is better; empty for decisions',
    },
    ({ brierMinusConstant }) => brierMinusConstant,
  ),
  {
    name: 'others_auroc',
    unit: 'share',
    meaning: "AUROC of other makers' mean accuracy on the item; empty with fewer than 30 wrong answers",
    cell: ({ others }) => others,
  },
  {
    name: 'others_auroc_sound',
    unit: 'share',
    meaning: 'the same on sound items; empty as auroc_sound',
    cell: ({ othersSound }) => othersSound,
  },
  {
    name: 'other_models',
    unit: 'count',
    meaning: 'complete models of other makers',
    cell: ({ otherModels }) => otherModels,
  },
  {
    name: 'kept',
    unit: 'share',
    meaning: 'answers with a statement above one half, or kept',
    cell: ({ kept }) => kept,
  },
  {
    name: 'right_withdrawn',
    unit: 'count',
    meaning: 'right answers that are not kept',
    cell: (row) => row.rightWithdrawn,
  },
  {
    name: 'wrong_withdrawn',
    unit: 'count',
    meaning: 'wrong answers that are not kept',
    cell: (row) => row.wrongWithdrawn,
  },
  ...measuredColumns<PageRow>(
    'break_even',
    {
      unit: 'right answers',
      meaning:
        'right answers withdrawn for each wrong one: the cost of an error from which withdrawing pays; empty where no wrong answer is withdrawn',
      noInterval: 'as break_even',
    },
    ({ wrongWithdrawn, breakEven }) => (wrongWithdrawn === 0 ? { value: null, interval: null } : breakEven),
  ),
  ...measuredColumns<PageRow>(
    'gain',
    {
      ...{ unit: 'points of 1,000 answers', meaning: 'withholding unsure answers over the better of always and never' },
      noInterval: 'where the fitted policy is one of these two',
    },
    ({ gain }) => gain,
  ),
  { name: 'gain_word', unit: 'text', meaning: 'word of seb worth', cell: ({ gainWord }) => gainWord },
  {
    name: 'gain_can_have_word',
    unit: 'true or false',
    meaning: 'whether the fitted policy differs from always and from never in at least 15 groups',
    cell: ({ canHaveWord }) => canHaveWord,
  },
  ...measuredColumns<PageRow>(
    'own_decision',
    { unit: 'points of 1,000 answers', meaning: 'withdrawing what is not kept over always answering' },
    ({ ownDecision }) => ownDecision,
  ),
  { name: 'word', unit: 'text', meaning: 'word of the page; empty for incomplete models', cell: ({ word }) => word },
  {
    name: 'word_sound',
    unit: 'text',
    meaning: 'word on sound items; empty where there is no set of them',
    cell: ({ wordSound }) => wordSound,
  },
  {
    ...{ name: 'family', unit: 'count', cell: ({ family }: PageRow) => family },
    meaning: 'tests that the word is adjusted over; empty for incomplete models and where no test is possible',
  },
  {
    name: 'limits',
    unit: 'text',
    meaning: 'incomplete, ceiling, constant; separated by ;',
    cell: ({ limits }) => limits.join(';'),
  },
];

/** Returns the rows of the page as CSV; an empty cell is not measured or not shown. */
export function frontierCsv(rows: readonly PageRow[]): string {
  return csvOf(columns, rows);
}

/** Returns the name, unit and meaning of each column of the files beside the page as CSV. */
export function frontierCodebook(): string {
  return csvTable([...codebookLines('frontier.csv', columns), ...furtherCodebook()]);
}

/** Version of the schema of Every Eval Ever that the records follow. */
const schemaVersion = '0.3.0';

interface Metric {
  readonly id: string;
  readonly about: (row: PageRow) => string;
  readonly isLowerBetter: boolean;
  readonly range: readonly [number, number];
  readonly of: (row: PageRow) => Measured;
  /** Items that it is taken over. */
  readonly items?: (row: PageRow) => number | null;
  /** Its word on the page. */
  readonly word?: (row: PageRow) => string | null;
}

/** Returns what the battery's models state, a decision, or what those of the other recordings do. */
const stated = ({ recording }: PageRow, decision: string, confidence: string) =>
  recording === 'battery' ? decision : confidence;

const metrics: readonly Metric[] = [
  {
    ...{ id: 'accuracy', about: () => 'share of right answers', isLowerBetter: false, range: [0, 1] },
    of: ({ right }) => ({ value: right, interval: null }),
  },
  {
    ...{ id: 'auroc', isLowerBetter: false, range: [0, 1] },
    about: (row) => `AUROC of the ${stated(row, 'decision to keep or withdraw the answer', 'stated confidence')}`,
    of: ({ auroc }) => auroc,
    word: ({ word }) => word ?? 'none: incomplete',
  },
  {
    ...{ id: 'auroc_sound', about: () => 'AUROC on sound items', isLowerBetter: false, range: [0, 1] },
    of: ({ aurocSound }) => aurocSound,
    items: ({ soundItems }) => soundItems,
    word: ({ wordSound }) => wordSound,
  },
  {
    ...{ id: 'brier_minus_constant', about: () => 'Brier score minus that of the best constant' },
    ...{ isLowerBetter: true, range: [-1, 1] },
    of: ({ brierMinusConstant }) => brierMinusConstant,
  },
  {
    ...{ id: 'kept', isLowerBetter: false, range: [0, 1] },
    about: (row) => `share of answers ${stated(row, 'that are kept', 'with a stated confidence above one half')}`,
    of: ({ kept }) => ({ value: kept, interval: null }),
  },
];

/** Returns the model's name among those of its maker: the atlas has the release of May 2025 of DeepSeek-R1. */
function releaseOf({ model, recording }: PageRow): string {
  return model === 'deepseek-r1' && recording === 'atlas' ? 'deepseek-r1-0528' : model;
}

/**
 * Writes a record of Every Eval Ever for each row: `data/RECORDING/MAKER/MODEL/UUID.json`. `retrieved`: seconds since 1970; the name
 * does not depend on it, so that a later run writes the same files.
 */
export function writeFrontierRecords(rows: readonly PageRow[], folder: string, retrieved: number): void {
  for (const row of rows) {
    const { repository } = sources[row.recording];
    const [dataset, url] = [repository.split('/')[1] ?? '', `https://github.com/${repository}`];
    const maker = row.maker.toLowerCase();
    const name = releaseOf(row);
    const id = `${maker}/${name}`;
    const record = {
      schema_version: schemaVersion,
      evaluation_id: `${dataset}/${id}/${retrieved}`,
      retrieved_timestamp: String(retrieved),
      source_metadata: {
        ...{ source_name: 'seb', source_type: 'documentation', source_organization_name: 'self-execution-benchmark' },
        evaluator_relationship: 'third_party',
      },
      eval_library: { name: 'self-execution-benchmark', version: packageVersion() },
      model_info: {
        ...{ name, id, developer: maker },
        additional_details: { deployment_type: 'unknown', model_availability: 'unknown' },
      },
      evaluation_results: metrics.flatMap((metric) => resultOf(row, metric, { dataset, url })),
    };
    const file = join(folder, 'data', dataset, maker, name, `${uuidOf(`${dataset}/${id}`)}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  }
}

function resultOf(
  row: PageRow,
  { id, about, isLowerBetter, range, of, items: itemsOf, word: wordOf }: Metric,
  source: { readonly dataset: string; readonly url: string },
) {
  const { value, interval } = of(row);
  if (value === null) return [];
  const items = itemsOf?.(row) ?? row.items;
  const word = wordOf?.(row) ?? null;
  return [
    {
      evaluation_name: `${source.dataset}.${id}`,
      source_data: { dataset_name: source.dataset, source_type: 'url', url: [source.url] },
      metric_config: {
        ...{ evaluation_description: about(row), metric_id: id, lower_is_better: isLowerBetter },
        ...{ score_type: 'continuous', min_score: range[0], max_score: range[1] },
      },
      score_details: {
        score: value,
        details: { items: String(items), ...(word === null ? {} : { word }) },
        ...(interval === null
          ? {}
          : {
              uncertainty: {
                confidence_interval: {
                  ...{
                    lower: interval[0],
                    upper: interval[1],
                    confidence_level: 0.95,
                    method: 'jackknife over groups',
                  },
                },
                num_samples: items,
              },
            }),
      },
    },
  ];
}

/** Returns a UUID of version 4 that is made of a hash, so that equal texts have equal names. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
