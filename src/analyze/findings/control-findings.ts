import type { ControlResult } from '../../domain/control.ts';
import { payoff } from '../../measures/decision.ts';
import type { ControlFinding, Finding } from '../../results/finding.ts';
import { isTested, isYes } from '../../results/verdict.ts';
import { fixed } from '../../util/numbers.ts';
import { namesText } from './results-sentences.ts';

/**
 * Returns the score from which on a control is good, and not said to fail: a share of right answers, or an error in doublings.
 * A payoff is good if it is at least that of the best fixed rule, because no one can earn more than the best option pays.
 */
function goodScore({ measure, better, constant }: Finding): number {
  if (measure === payoff.name) return constant ?? 1;
  return better === 'higher' ? 0.9 : 0.5;
}

/**
 * Returns what a control shows. A test that finds no difference is not a failure: `cannot-do` needs an interval of the score
 * without any good score. Outcomes that are almost all alike leave no room above the best constant answer.
 */
function resultOf(control: Finding): ControlResult {
  if (isYes(control.verdict)) return 'can-do';
  const { interval } = control.score;
  const isRead = isTested(control.verdict) || control.verdict === 'one answer'; // a score of equal answers can be poor, too
  if (!isRead || interval === null) return 'not-known';
  const isPoor = control.better === 'higher' ? interval[1] < goodScore(control) : interval[0] > goodScore(control);
  return isPoor ? 'cannot-do' : 'not-known';
}

/**
 * Returns what the control `answer-shown` says about each finding that has one. `asked` are the findings about the control's
 * answers, adjusted among themselves; `findings` are those about the predictions, which stay as they are.
 */
export function controlFindings(asked: readonly Finding[], findings: readonly Finding[]): readonly ControlFinding[] {
  return asked.map((each): ControlFinding => {
    const own = findings.find(
      (other) =>
        other.run === each.run &&
        other.experiment === each.experiment &&
        other.model === each.model &&
        other.condition === each.condition &&
        other.measure === each.measure,
    );
    const result = resultOf(each);
    return {
      ...each,
      control: 'answer-shown',
      prediction: own?.score.value ?? null,
      result,
      meaning: meaningOf(each, result, own),
    };
  });
}

function meaningOf(control: Finding, result: ControlResult, own: Finding | undefined): string {
  if (result === 'not-known') return notKnownText(control);
  if (result === 'cannot-do') {
    return 'The format or the question fails even with the answer in view, so the verdict says nothing about self-knowledge.';
  }
  if (own === undefined || !isTested(own.verdict)) return 'The model can do the task; its predictions have no verdict.';
  return isYes(own.verdict) ? 'The model can do the task, with and without the answer in view.' : notExplained;
}

const notExplained = 'The model can do the task: format and comprehension do not explain its verdict.';

function notKnownText(control: Finding): string {
  if (control.verdict === 'one answer') return 'Not known: every prediction or every outcome is the same.';
  const { value } = control.score;
  if (!isTested(control.verdict) || value === null) return tooFew;
  const isGood = control.better === 'higher' ? value >= goodScore(control) : value <= goodScore(control);
  return isGood && control.constant !== null
    ? `Not known: the outcomes are too alike for this control (best constant answer ${valueText(control, control.constant)}).`
    : 'Not known: the interval of the score includes good and poor scores.';
}

const tooFew = 'Too few usable answers to tell whether the model can do the task.';

function valueText({ unit }: Pick<Finding, 'unit'>, value: number): string {
  return unit === 'share' ? `${fixed(100 * value, 0)} %` : fixed(value, 2);
}

/** Returns what controls say about verdicts that are not a yes, one sentence for each result and group of models. */
export function controlLimits(controls: readonly ControlFinding[]): readonly string[] {
  const isStated = ({ meaning, result }: ControlFinding) =>
    result === 'can-do' ? meaning === notExplained : meaning !== tooFew;
  const byTask = Map.groupBy(controls.filter(isStated), ({ experiment, result, meaning }) =>
    JSON.stringify([experiment, result, result === 'not-known' ? meaning : '']),
  );
  const groups = Map.groupBy(byTask.values(), (of) =>
    JSON.stringify([of[0]?.result, of[0]?.meaning, of.map(({ model }) => model).toSorted()]),
  );
  return [...groups.values()].map(limitText);
}

function limitText(tasks: readonly (readonly ControlFinding[])[]): string {
  const first = tasks[0] as readonly [ControlFinding, ...ControlFinding[]];
  const { result, meaning } = first[0];
  const names = namesText(first.map(({ model }) => model));
  const [their, score] = first.length === 1 ? ['its', 'scores'] : ['their', 'score'];
  const shown = `With ${their} own answer shown, ${names}`;
  const on = phraseOf(tasks.map(taskText));
  if (result === 'can-do') return `${shown} can do ${on}: format and comprehension do not explain the verdicts there.`;
  return result === 'cannot-do'
    ? `${shown} still ${score} no better than the best constant answer on ${on}: the format or the question fails there, not self-knowledge.`
    : `Whether ${names} can do ${on} with ${their} own answer shown is ${meaning.replace('Not', 'not')}`;
}

/** Returns a task with the scores of its controls, in the order of the models: `task (59 %, 55 %)`. */
function taskText(of: readonly ControlFinding[]): string {
  const scores = of.flatMap((each) => (each.score.value === null ? [] : valueText(each, each.score.value)));
  return `${of[0]?.experiment} (${scores.join(', ')})`;
}

function phraseOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
