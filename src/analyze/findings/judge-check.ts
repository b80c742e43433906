import { isHuman, ruleJudge } from '../../domain/judging.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { type Experiments, experimentNamed } from '../../experiments/registry.ts';
import type { JudgeAgreement } from '../../results/answers.ts';

/** Responses that a judge and the rule must both have judged before anything is said about the judge. */
const minResponses = 10;
/** Agreement below which a judge is unsafe, where the rule finds at least ten of each value (Cohen's kappa). */
const minKappa = 0.4;
/** Share of one value from which on a judge does not distinguish, and of disagreements that show that it should. */
const maxOneValue = 0.95;
const maxDisagreement = 0.1;

/** How far the rule judge agrees with a judge of the responses of one model. */
export interface JudgeCheck {
  readonly experiment: string;
  readonly model: string;
  /** `itself`, or the name of the judge. */
  readonly judge: string;
  /** The runs whose outcomes it decided: none for people who labeled responses in addition. */
  readonly runs: readonly string[];
  readonly responses: number;
  /** Share of responses on which the rule agrees; null without a response that both judged. */
  readonly agreement: number | null;
  /** Why the judge's verdicts are not to be relied on; null where nothing shows it. */
  readonly unsafe: string | null;
}

/** Standard errors between two shares from which on labels are taken to depend on another judge's verdicts: one in 10^4 by chance. */
const maxLabelError = 3.9;

interface JudgedRun {
  readonly id: string;
  readonly config: Pick<RunConfig, 'models' | 'judge'>;
}

/** Returns the judge that decided the outcomes of a model in a run. */
function deciderOf({ models, judge }: JudgedRun['config'], model: string): string {
  const isSelf = models.some(({ name, identity }) => name === model && identity === judge?.identity);
  return judge === null || isSelf ? 'itself' : judge.name;
}

/** Returns the check of each judge against the rule judge, by experiment and model. */
export function judgeChecks(agreements: readonly JudgeAgreement[], runs: readonly JudgedRun[]): readonly JudgeCheck[] {
  return agreements.flatMap((each) => {
    const [first, second] = [judgeOf(each.first), judgeOf(each.second)];
    if ((first === 'rule') === (second === 'rule')) return [];
    const rows = second === 'rule' ? each.table : transposed(each.table);
    const { experiment, model, agreement, n } = each;
    const judge = second === 'rule' ? first : second;
    const decided = runs.filter(({ config }) => deciderOf(config, model) === judge).map(({ id }) => id);
    return [
      {
        ...{ experiment, model, judge, runs: decided, responses: n, agreement },
        unsafe: isHuman(judge) ? null : whyUnsafe(rows, each),
      },
    ];
  });
}

/**
 * Returns a check of each person whose labels of a part of the responses are the outcomes, where another judge's verdicts differ
 * between labeled and other responses (two shares, pooled normal test): a sample drawn by verdicts has another share of refusals.
 */
export function labelChecks(agreements: readonly JudgeAgreement[], runs: readonly JudgedRun[]): readonly JudgeCheck[] {
  return agreements.flatMap((each) => {
    const [first, second] = [judgeOf(each.first), judgeOf(each.second)];
    if (isHuman(first) === isHuman(second)) return [];
    const [person, judge, rest] = isHuman(first) ? [first, second, each.onlySecond] : [second, first, each.onlyFirst];
    const table = isHuman(first) ? transposed(each.table) : each.table; // table[judge's verdict][person's verdict]
    const answers = sum(table[0] ?? []);
    const unsafe = whySelected(
      { answers, refusals: each.n - answers },
      { answers: rest[0] ?? 0, refusals: rest[1] ?? 0 },
    );
    const { experiment, model } = each;
    const decided = runs.filter(({ config }) => deciderOf(config, model) === person).map(({ id }) => id);
    if (unsafe === null || decided.length === 0) return [];
    const says = `${judge === 'itself' ? 'the model itself' : `the judge ${judge}`} calls`;
    return [
      {
        ...{ experiment, model, judge: person, runs: decided, responses: 0, agreement: null },
        unsafe: `the labels are no random sample: ${says} ${unsafe}`,
      },
    ];
  });
}

interface Counted {
  readonly answers: number;
  readonly refusals: number;
}

function whySelected(labeled: Counted, rest: Counted): string | null {
  const [n, others] = [labeled.answers + labeled.refusals, rest.answers + rest.refusals];
  if (n === 0 || others === 0) return null;
  const pooled = (labeled.refusals + rest.refusals) / (n + others);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / others));
  const difference = labeled.refusals / n - rest.refusals / others;
  if (error === 0 || Math.abs(difference) <= maxLabelError * error) return null;
  const share = ({ refusals }: Counted, of: number) => `${refusals} of ${of}`;
  return `${share(labeled, n)} labeled responses refusals, and ${share(rest, others)} others`;
}

/** Returns an entry without an agreement for each model whose responses the rule judged, where nothing else judged them. */
export function ruleJudged(
  runs: readonly { readonly id: string; readonly config: Pick<RunConfig, 'models' | 'judge' | 'experiments'> }[],
  experiments: Experiments,
): readonly JudgeCheck[] {
  return runs.flatMap(({ id, config }) => {
    if (config.judge?.name !== ruleJudge) return [];
    const judged = config.experiments.filter(({ name }) => experimentNamed(experiments, name).takesLabels === true);
    return judged.flatMap(({ name: experiment }) =>
      config.models.map(({ name: model }) => ({
        ...{ experiment, model, judge: ruleJudge, runs: [id], responses: 0 },
        ...{ agreement: null, unsafe: null },
      })),
    );
  });
}

/** Returns the judge of a name such as `itself, two-way`. */
function judgeOf(name: string): string {
  return name.slice(0, name.lastIndexOf(', '));
}

function transposed(table: JudgeAgreement['table']): JudgeAgreement['table'] {
  return table.map((_, column) => table.map((row) => row[column] ?? 0));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** `table[judge's verdict][rule's verdict]`; the first verdict is a full answer, the others are refusals. */
function whyUnsafe(table: JudgeAgreement['table'], { n, kappa, agreement }: JudgeAgreement): string | null {
  if (n < minResponses || agreement === null) return null;
  const ruleAnswers = sum(table.map((row) => row[0] ?? 0));
  const percent = Math.round(100 * (1 - agreement));
  const disagrees = `the rule judge disagrees on ${percent} % of ${n} responses`;
  if (Math.min(ruleAnswers, n - ruleAnswers) >= minResponses && (kappa ?? 1) < minKappa)
    return `${disagrees} (kappa ${(kappa ?? 0).toFixed(2)})`;
  const judgeAnswers = sum(table[0] ?? []);
  const most = Math.max(judgeAnswers, n - judgeAnswers) / n;
  return most > maxOneValue && 1 - agreement >= maxDisagreement
    ? `the judge gives one verdict on ${Math.round(100 * most)} %, and ${disagrees}`
    : null;
}
