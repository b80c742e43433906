import type { ControlResult } from '../../domain/control.ts';
import type { ControlFinding, Finding } from '../../domain/results/finding.ts';
import { isTested, type VerdictWord, verdictTexts } from '../../domain/results/verdict-words.ts';
import { payoff } from '../../measures/decision/decision-measures.ts';
import { fixed } from '../../util/numbers.ts';
import { maxMissing } from './model-verdicts.ts';
import { namesText } from './results-sentences.ts';

/**
 * Returns the score from which on a control is good, and not said to fail: a share of right answers, or an error in doublings.
 * A payoff is good if it is at least that of the best fixed rule, because no one can earn more than the best option pays.
 */
function goodScore({ measure, better, reference }: Finding): number {
  if (measure === payoff.name) return reference.value ?? 1;
  return better === 'higher' ? 0.9 : 0.5;
}

const isAbove = (verdict: VerdictWord) => verdict.startsWith('above');

/**
 * Returns what a control shows. A test that finds no difference is not a failure: `cannot-do` needs an interval of the score
 * without any good score. Outcomes that are almost all alike leave no room above the best constant answer.
 */
function resultOf(control: Finding): ControlResult {
  if (isAbove(control.verdict)) return 'can-do';
  if (!isTested(control.verdict) || control.scoreInterval === null) return 'not-known';
  const [low, high] = control.scoreInterval;
  const isPoor = control.better === 'higher' ? high < goodScore(control) : low > goodScore(control);
  return isPoor ? 'cannot-do' : 'not-known';
}

/**
 * Returns what the control `answer-shown` says about each finding that has one. `asked` are the findings about the control's
 * answers, adjusted among themselves; `findings` are those about the predictions, which stay as they are.
 */
export function controlFindings(asked: readonly Finding[], findings: readonly Finding[]): readonly ControlFinding[] {
  return asked.map((each): ControlFinding => {
    const { run, experiment, task, condition, model, measure, unit, better, score, scoreInterval } = each;
    const { reference, difference, differenceInterval, level, n, usable, total, p } = each;
    const own = findings.find(
      (other) =>
        other.run === run &&
        other.experiment === experiment &&
        other.model === model &&
        other.condition === condition &&
        other.measure === measure,
    );
    const result = resultOf(each);
    return {
      ...{ control: 'answer-shown', run, experiment, task, condition, model, measure, unit, better, score },
      ...{ scoreInterval, reference, difference, differenceInterval, level, n, usable, total, p },
      prediction: own?.score ?? null,
      result,
      meaning: meaningOf(each, result, own?.verdict ?? 'insufficient'),
    };
  });
}

function meaningOf(control: Finding, result: ControlResult, verdict: VerdictWord): string {
  if (result === 'not-known') return notKnownText(control);
  if (result === 'cannot-do') {
    return 'The format or the question fails even with the answer in view, so the verdict says nothing about self-knowledge.';
  }
  if (!isTested(verdict)) return 'The model can do the task; its predictions have no verdict.';
  return isAbove(verdict) ? 'The model can do the task, with and without the answer in view.' : notExplained;
}

const notExplained = 'The model can do the task: format and comprehension do not explain its verdict.';

function notKnownText(control: Finding): string {
  if (control.verdict === 'one-value') return `Not known: ${verdictTexts['one-value'].text}.`;
  if (control.verdict === 'insufficient' || control.score === null) return tooFew;
  const { value } = control.reference;
  const isGood =
    control.better === 'higher' ? control.score >= goodScore(control) : control.score <= goodScore(control);
  const { usable, total } = control;
  if (isGood && usable < total * (1 - maxMissing))
    return `Not known: only ${usable} of ${total} answers could be read.`;
  return isGood && value !== null
    ? `Not known: the outcomes are too alike for this control (best constant answer ${valueText(control, value)}).`
    : 'Not known: the interval of the score includes good and poor scores.';
}

const tooFew = 'Too few usable answers to tell whether the model can do the task.';

function valueText({ unit }: Pick<Finding, 'unit'>, value: number): string {
  return unit === 'share' ? `${fixed(100 * value, 0)} %` : fixed(value, 2);
}

/** Returns what controls say about verdicts that are not "above", one sentence for each result and group of models. */
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
  const scores = of.flatMap((each) => (each.score === null ? [] : valueText(each, each.score)));
  return `${of[0]?.experiment} (${scores.join(', ')})`;
}

function phraseOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
