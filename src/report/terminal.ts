import { whyAbsent } from '../analyse/absence.ts';
import type { ConditionSpread } from '../analyse/conditions.ts';
import type { Coverage, Estimate } from '../analyse/estimate.ts';
import { headlineOf } from '../analyse/headline.ts';
import type { JudgeAgreement } from '../analyse/judges.ts';
import { measureName } from '../figure/measure-name.ts';
import type { Policy } from '../score/policy.ts';
import { fraction, harmless, table } from '../util/text.ts';
import { hasCeiling } from './experiment-notes.ts';
import { withInterval } from './plain-numbers.ts';
import { absenceText } from './terminal-absence.ts';
import { companionsText } from './terminal-companions.ts';
import { conditionsText } from './terminal-conditions.ts';
import { judgesText } from './terminal-judges.ts';

function lossesOf({ units, usable, lost }: Coverage): string {
  const share = `${usable}/${units}`;
  const why = Object.entries(lost).map(([reason, count]) => `${count} ${reason}`);
  return why.length === 0 ? share : `${share} (${why.join(', ')})`;
}

interface Row {
  readonly headline: Estimate;
  readonly failuresWrong: Estimate | undefined;
  readonly mcc: Estimate | undefined;
}

/** The headline of every model and condition of an experiment, beside all that it has to be seen against. */
function rowsOf(estimates: readonly Estimate[]): readonly Row[] {
  const [first] = estimates;
  if (first === undefined) return [];
  const measure = headlineOf(estimates, first.experiment) ?? first.measure;
  const find = (like: Estimate, name: string, policy: Policy) =>
    estimates.find(
      ({ run, model, condition, measure, policy: under }) =>
        run === like.run &&
        model === like.model &&
        condition === like.condition &&
        measure === name &&
        under === policy,
    );
  return estimates
    .filter((estimate) => estimate.measure === measure && estimate.policy === 'parsed')
    .map((headline) => ({
      headline,
      failuresWrong: find(headline, measure, 'failures-wrong'),
      mcc: find(headline, 'mcc', 'parsed'),
    }));
}

type Named = readonly { readonly name: string; readonly of: (estimate: Estimate) => string }[];

/** Columns that say whose row it is: the run and the condition only where there are several. */
function namesOf(estimates: readonly Estimate[], runs: number): Named {
  const conditions = new Set(estimates.map(({ condition }) => condition)).size;
  return [
    { name: 'model', of: ({ model }) => harmless(model) },
    ...(runs > 1 ? [{ name: 'run', of: ({ run }: Estimate) => run ?? 'several' }] : []),
    ...(conditions > 1 ? [{ name: 'condition', of: ({ condition }: Estimate) => harmless(condition) }] : []),
  ];
}

/** Text of one experiment's table. */
function experimentTable(estimates: readonly Estimate[], names: Named): string {
  const rows = rowsOf(estimates);
  const repeats = hasCeiling(rows[0]?.headline.experiment ?? '');
  const hasMcc = rows.some(({ mcc }) => mcc !== undefined);
  const hasLabel = rows.some(({ headline }) => headline.item_label !== null);
  const hasConsensus = rows.some(({ headline }) => headline.consensus !== null);
  const header = names.map(({ name }) => name);
  header.push(
    rows[0] === undefined ? 'score' : measureName(rows[0].headline.measure),
    'base rate',
    ...(hasLabel ? ['item rule'] : []),
  );
  header.push(...(hasConsensus ? ['other models'] : []), ...(repeats ? ['second run', 'skill'] : []));
  header.push(...(hasMcc ? ['MCC'] : []), 'failures wrong', 'usable');
  const cells = rows.map(({ headline, failuresWrong, mcc }) => [
    ...names.map(({ of }) => of(headline)),
    withInterval(headline),
    fraction(headline.base_rate),
    ...(hasLabel ? [fraction(headline.item_label)] : []),
    ...(hasConsensus ? [fraction(headline.consensus)] : []),
    ...(repeats ? [fraction(headline.ceiling), fraction(headline.normalised_skill)] : []),
    ...(hasMcc ? [mcc === undefined ? 'n/a' : withInterval(mcc)] : []),
    fraction(failuresWrong?.value ?? null),
    lossesOf(headline.coverage),
  ]);
  const text = table(
    header,
    cells,
    header.map((_, column) => (column < names.length || column === header.length - 1 ? 'left' : 'right')),
  );
  return [text, whyNot(rows, { hasMcc, repeats })].filter((part) => part !== '').join('\n');
}

/** Why the table says n/a, or gives no interval. */
function whyNot(rows: readonly Row[], { hasMcc, repeats }: { hasMcc: boolean; repeats: boolean }): string {
  const headlines = rows.map(({ headline }) => headline);
  const mccs = hasMcc ? rows.flatMap(({ mcc }) => mcc ?? []) : [];
  const valued = (estimates: readonly Estimate[]) => estimates.filter(({ value }) => value !== null);
  const name = measureName(headlines[0]?.measure ?? '');
  return absenceText([
    { name, field: 'value', estimates: headlines },
    { name: 'base rate', field: 'base_rate', estimates: headlines },
    ...(repeats ? [{ name: 'second run', field: 'ceiling', estimates: headlines } as const] : []),
    ...(repeats ? [{ name: 'skill', field: 'normalised_skill', estimates: headlines } as const] : []),
    { name: 'MCC', field: 'value', estimates: mccs },
    { name: `interval of ${name}`, field: 'interval', estimates: valued(headlines) },
    { name: 'interval of MCC', field: 'interval', estimates: valued(mccs) },
  ]);
}

const questions: Readonly<Record<string, string>> = {
  association: 'association: which option words will be in my list of five?',
  restriction: 'restriction: will I answer this request?',
  difficulty: 'difficulty: which of four questions cost me least? (share of pairs in the true order)',
  stump:
    'stump: can I write a question that I then fail? (share of fresh answers that miss my own key; base rate: the other models)',
  verbatim:
    'verbatim: what exactly would I respond? (edit similarity of forecast and response; base rate: responses to other prompts)',
};

/** What the columns mean, for those that a report shows. */
const legend: readonly (readonly [column: string, meaning: string])[] = [
  ['base rate', 'the best rule that does not look at the model'],
  ['item rule', "the data set's label, or the shorter question, as the forecast"],
  ['other models', "the other models' behaviour as the forecast"],
  [
    'second run',
    'a true second execution of the same model as the forecast (needs --samples 2 or more);\n' +
      '             foreseeing what it usually does can score more',
  ],
  ['skill', '(value - base rate) / (second run - base rate): 0 = base rate, 1 = as good as running itself once'],
];

function legendOf(tables: string): string {
  const shown = legend.filter(([column]) => tables.includes(` ${column} `));
  const lines = shown.map(([column, meaning]) => `${column.padEnd(12)} ${meaning}`);
  return ['value [95 % interval], on units with a usable forecast and outcome', ...lines].join('\n');
}

/** What the terminal shows. */
export interface TerminalReport {
  readonly estimates: readonly Estimate[];
  readonly spreads: readonly ConditionSpread[];
  readonly agreements: readonly JudgeAgreement[];
}

/** The report that a person reads first. */
export function terminalReport({ estimates, spreads, agreements }: TerminalReport): string {
  const experiments = [...new Set(estimates.map(({ experiment }) => experiment))];
  const runs = new Set(estimates.map(({ run }) => run).filter((run) => run !== null)).size;
  const sections = experiments
    .filter((experiment) => experiment !== 'all')
    .flatMap((name) => {
      const here = <T extends { readonly experiment: string }>(all: readonly T[]) =>
        all.filter(({ experiment }) => experiment === name);
      const own = here(estimates);
      const names = namesOf(own, runs);
      return [
        `${questions[name] ?? name}\n${experimentTable(own, names)}${remark(name, own)}`,
        companionsText(own, names),
        conditionsText(here(spreads)),
        judgesText(here(agreements)),
      ];
    });
  const tables = [...sections, paperScore(estimates)].filter((part) => part !== '').join('\n\n');
  return `${tables}\n\n${legendOf(tables)}`;
}

/** What a reader of the published accuracies has to know: saying "no" to everything beats them. */
function remark(experiment: string, estimates: readonly Estimate[]): string {
  if (experiment !== 'association') return '';
  const pairs = rowsOf(estimates).flatMap(({ headline }) =>
    headline.value === null || headline.base_rate === null ? [] : [headline.value < headline.base_rate],
  );
  if (pairs.length === 0) return '';
  const below = pairs.filter((isBelow) => isBelow).length;
  return `\nSaying "no" to every option (or "yes", where that is commoner) beats ${below} of ${pairs.length} rows.`;
}

function paperScore(estimates: readonly Estimate[]): string {
  const scores = estimates.filter(
    ({ measure, policy }) => measure === 'self_execution_score' && policy === 'published',
  );
  if (scores.length === 0) return '';
  const rows = scores.map((score) => [
    harmless(score.model),
    withInterval(score),
    fraction(score.base_rate),
    fraction(score.ceiling),
  ]);
  const why = absenceText([
    { name: 'score', field: 'value', estimates: scores },
    { name: 'base rate', field: 'base_rate', estimates: scores },
    { name: 'second run', field: 'ceiling', estimates: scores },
    { name: 'interval', field: 'interval', estimates: scores.filter(({ value }) => value !== null) },
  ]);
  const numbers = ['right', 'right', 'right'] as const;
  const title = "the paper's self-execution score (mean of three accuracies with different base rates)";
  return [title, table(['model', 'score', 'base rate', 'second run'], rows, ['left', ...numbers]), why]
    .filter((part) => part !== '')
    .join('\n');
}

/** Every measure under every policy. */
export function fullTable(estimates: readonly Estimate[]): string {
  const header = ['experiment', 'model', 'condition', 'measure', 'policy', 'value', 'base rate', 'n', 'method'];
  const rows = estimates.map((estimate) => [
    estimate.experiment,
    harmless(estimate.model),
    harmless(estimate.condition),
    estimate.measure,
    estimate.policy,
    withInterval(estimate),
    fraction(estimate.base_rate),
    Number.isInteger(estimate.n) ? String(estimate.n) : estimate.n.toFixed(1),
    estimate.value === null ? `n/a: ${whyAbsent(estimate, 'value')}` : estimate.method,
  ]);
  return table(header, rows, ['left', 'left', 'left', 'left', 'left', 'right', 'right', 'right', 'left']);
}
