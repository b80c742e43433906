import { isPerson, pairOf } from '../../domain/person.ts';
import type { Finding } from '../../results/finding.ts';
import type { LadderFinding } from '../../results/ladder.ts';
import type { ToolFinding } from '../../results/tool-finding.ts';
import { isFit, isTested } from '../../results/verdict.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';

const maxNames = 3;

/** Maximum length of the names before "and 13 other models": a question with longer names does not fit in a line. */
const maxNamesLength = 24;

/** Returns names of models as a phrase: "ada, bo and cy", "ada, bo and 3 other models", or "15 models" with long names. */
export function namesText(models: readonly string[]): string {
  const names = [...new Set(models)].map((name) =>
    oneLine(name.replace(/^(bundled|simulated|recorded|person|own)\//, '').replace(/\?.*$/, ''), 40),
  );
  if (names.length < 2) return names.join('');
  const shown = names.length > maxNames ? names.slice(0, maxNames - 1) : names.slice(0, -1);
  if (names.length > maxNames && shown.join('').length > maxNamesLength) return `${names.length} ${allText(models)}`;
  const last = names.length > maxNames ? `${names.length - shown.length} ${othersText(models)}` : names.at(-1);
  return `${shown.join(', ')} and ${last}`;
}

function allText(models: readonly string[]): string {
  if (!models.some(isPerson)) return 'models';
  return models.every(isPerson) ? 'people' : 'models and people';
}

function othersText(models: readonly string[]): string {
  if (!models.some(isPerson)) return 'other models';
  return models.every(isPerson) ? 'other people' : 'others';
}

/** Returns the question of results whose confidence was stated with or after the answers, which predicts nothing. */
export function confidenceQuestion(models: readonly string[]): string {
  const whose = new Set(models).size === 0 ? 'language models' : namesText(models);
  return `Does the confidence of ${whose} fit ${new Set(models).size === 1 ? 'its' : 'their'} answers?`;
}

/** Returns the question of results, with the names of the models. */
export function questionText(models: readonly string[]): string {
  const count = new Set(models).size;
  const [first = ''] = models;
  const pair = count === 1 ? pairOf(first) : null;
  if (pair !== null) return `Can ${namesText([pair.predicts])} predict ${namesText([pair.answers])}?`;
  if (count === 0) return 'Can language models predict themselves?';
  return `Can ${namesText(models)} predict ${count > 1 || isPerson(first) ? 'themselves' : 'itself'}?`;
}

/**
 * Returns the answer to both questions in one sentence: in how many scores predictions fit the model's own answers and beat
 * every constant, and in how many of those that were asked they add to what others tell.
 */
export function answerText(findings: readonly Finding[], nameOf: (finding: Finding) => string): string {
  if (findings.length === 0) return 'No experiment here has a verdict: its scores stand beside their references.';
  const tested = findings.filter(({ fit }) => isTested(fit));
  const without = findings.length - tested.length;
  const [first, ...others] = findings;
  if (tested.length === 0)
    return first !== undefined && others.length === 0
      ? `The score has no verdict: ${whyNone(first)}.`
      : `None of ${counted(findings.length, 'score')} has a verdict.`;
  const fits = tested.filter(({ fit }) => isFit(fit));
  const opposite = tested.filter(({ fit }) => fit === 'opposite');
  const rest = without === 0 ? '' : `; ${without} more ${without === 1 ? 'has' : 'have'} no verdict`;
  const scores = counted(tested.length, 'score');
  const found =
    fits.length === 0
      ? noFitText(tested, opposite.length)
      : `Fits in ${fits.length} of ${scores}${named(fits, nameOf)} ${constantsText(fits)}`;
  return `${found}${oppositeText(opposite, nameOf)}${beyondText(tested)}${rest}.`;
}

/** Says in how many scores that fit predictions beat every constant, without those that have too few groups for that test. */
function constantsText(fits: readonly Finding[]): string {
  const compared = fits.filter((finding) => lackingRule(finding) === null);
  if (compared.length === 0) return 'with too few groups of items to compare with every constant';
  const useful = countOrNone(compared.filter(({ fit }) => fit === 'useful').length);
  return `beats every constant in ${useful}${compared.length < fits.length ? ` of the ${compared.length} with enough groups for it` : ''}`;
}

/** A fixed rule that answers a part of the units, which have too few groups for a comparison. */
interface LackingRule {
  readonly name: string;
  readonly units: number;
  readonly groups: number;
}

/** Returns the fixed rule that keeps a score that fits from being compared with every constant; null where nothing does. */
export function lackingRule({ fit, usable, rungs: { useful } }: Finding): LackingRule | null {
  if (fit !== 'informative' || useful.kind !== 'tested' || useful.against === null || useful.estimate === null)
    return null;
  const { n, clusters } = useful.estimate;
  return n === usable || clusters >= leastNumbers.groups ? null : { name: useful.against, units: n, groups: clusters };
}

/** Returns why a score has no verdict; of too few groups and of one side alone, what is missing. */
function whyNone({ fit, reason }: Finding): string {
  return fit === 'too few' || fit === 'no test' ? (reason ?? fit) : fit;
}

/** Says that nothing fits: `No sign in 3 scores`; that some of these fit worse than shuffled ones follows. */
function noFitText(tested: readonly Finding[], opposite: number): string {
  const scores = counted(tested.length, 'score');
  return opposite === 0 ? `No sign in ${scores}` : `Fits in none of ${scores}`;
}

/** Says of which scores predictions fit worse than shuffled ones; empty where there is none. */
function oppositeText(opposite: readonly Finding[], nameOf: (finding: Finding) => string): string {
  if (opposite.length === 0) return '';
  const names = [...new Set(opposite.map(nameOf))];
  const which = opposite.length > maxNamedScores ? String(opposite.length) : names.join(', ');
  return `; fits worse than predictions shuffled among the items in ${which}`;
}

const maxNamedScores = 2;

/** Returns the names of few scores, and the comma or semicolon after them. */
function named(findings: readonly Finding[], nameOf: (finding: Finding) => string): string {
  if (findings.length > maxNamedScores) return ',';
  const names = [...new Set(findings.map(nameOf))];
  return names.some((name) => name.includes('(')) ? `: ${names.join('; ')};` : ` (${names.join(', ')}),`;
}

function countOrNone(count: number): string {
  return count === 0 ? 'none' : String(count);
}

/** Returns in how many of the scores that were asked predictions are shown to add to what others tell; empty where none was asked. */
function beyondText(findings: readonly Finding[]): string {
  const asked = findings.filter(({ beyond }) => beyond !== 'not asked');
  if (asked.length === 0) return '';
  const found = asked.filter(({ beyond }) => beyond === 'yes').length;
  const tested = asked.length < findings.length ? ' tested' : '';
  const one = `${found === 0 ? 'not shown' : 'shown'}${tested === '' ? '' : ' in the one tested'}`;
  const where = found === 0 ? `not shown in any of ${asked.length}` : `shown in ${found} of ${asked.length}`;
  return `; ${asked.length === 1 ? one : `${where}${tested}`} to add to what other models tell`;
}

/** What a selection without verdicts may have found. */
interface Secondary {
  readonly ladders?: readonly LadderFinding[];
  readonly tools?: readonly ToolFinding[];
}

/** Returns sentences about ladders and the self-execution tool, from their 95 % intervals and adjusted tests; null for neither. */
export function secondaryAnswer({ ladders = [], tools = [] }: Secondary): string | null {
  const sentences = [
    ...(ladders.length === 0 ? [] : [ladderSentence(ladders)]),
    ...(tools.length === 0 ? [] : [toolSentence(tools)]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function ladderSentence(ladders: readonly LadderFinding[]): string {
  const reached = ladders.filter(({ notAboveFrom }) => notAboveFrom === null).length;
  const models = new Set(ladders.map(({ model }) => model)).size;
  const axes = new Set(ladders.map(({ axis }) => axis)).size;
  const of = `${ladders.length} curves (${countText(models, 'model')} × ${countText(axes, 'axis', 'axes')})`;
  const verb = reached === 1 ? 'is' : 'are';
  return `${reached} of ${of} ${verb} shown to be above the best constant answer at the hardest rung.`;
}

function toolSentence(tools: readonly ToolFinding[]): string {
  const known = tools.flatMap(({ interval }) => (interval === null ? [] : [interval]));
  const [better, worse] = [known.filter(([low]) => low > 0).length, known.filter(([, high]) => high < 0).length];
  const rest = [
    [known.length - better - worse, 'not distinguishable from no effect in'],
    [tools.length - known.length, 'not measured in'],
  ] as const;
  const parts = [
    `Running itself is shown to help in ${better} of ${countText(tools.length, 'condition')} and to hurt in ${worse}`,
    ...rest.filter(([count]) => count > 0).map(([count, text]) => `${text} ${count}`),
  ];
  return `${parts.join('; ')} (95 % intervals, not adjusted).`;
}

function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
