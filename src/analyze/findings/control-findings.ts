import type { ControlResult } from '../../domain/control.ts';
import type { ControlFinding, Finding, VerdictWord } from '../../domain/finding.ts';
import { namesText } from './findings-text.ts';

const results: Readonly<Record<VerdictWord, ControlResult>> = {
  'above-constant-and-others': 'can-do',
  'above-constant': 'can-do',
  'above-constant-below-rule': 'can-do',
  'not-above-tells-apart': 'cannot-do',
  'not-distinguishable': 'cannot-do',
  'below-constant-tells-apart': 'cannot-do',
  'below-constant': 'cannot-do',
  insufficient: 'not-known',
};

const isAbove = (verdict: VerdictWord) => results[verdict] === 'can-do';

/**
 * Returns what the control `answer-shown` says about each finding that has one. `asked` are the findings about the control's
 * answers, adjusted among themselves; `findings` are those about the predictions, which stay as they are.
 */
export function controlFindings(asked: readonly Finding[], findings: readonly Finding[]): readonly ControlFinding[] {
  return asked.map((each): ControlFinding => {
    const { run, experiment, task, condition, model, measure, unit, better, score, scoreInterval } = each;
    const { reference, difference, differenceInterval, level, n, usable, total, verdict, p } = each;
    const own = findings.find(
      (other) =>
        other.run === run &&
        other.experiment === experiment &&
        other.model === model &&
        other.condition === condition &&
        other.measure === measure,
    );
    const result = results[verdict];
    return {
      ...{ control: 'answer-shown', run, experiment, task, condition, model, measure, unit, better, score },
      ...{ scoreInterval, reference, difference, differenceInterval, level, n, usable, total, p },
      prediction: own?.score ?? null,
      result,
      meaning: meaningOf(result, own?.verdict ?? 'insufficient'),
    };
  });
}

function meaningOf(result: ControlResult, verdict: VerdictWord): string {
  if (result === 'not-known') return 'Too few usable answers to tell whether the model can do the task.';
  if (result === 'cannot-do') {
    return 'The format or the question fails even with the answer in view, so the verdict says nothing about self-knowledge.';
  }
  if (verdict === 'insufficient') return 'The model can do the task; its predictions have no verdict.';
  return isAbove(verdict) ? 'The model can do the task, with and without the answer in view.' : notExplained;
}

const notExplained = 'The model can do the task: format and comprehension do not explain its verdict.';

/** Returns what controls say about verdicts that are not "above", one sentence for each result and group of models. */
export function controlLimits(controls: readonly ControlFinding[]): readonly string[] {
  const stated = controls.filter(({ meaning, result }) => result === 'cannot-do' || meaning === notExplained);
  const byTask = Map.groupBy(stated, ({ experiment, result }) => JSON.stringify([experiment, result]));
  const groups = Map.groupBy(byTask.values(), (of) =>
    JSON.stringify([of[0]?.result, of.map(({ model }) => model).toSorted()]),
  );
  return [...groups.values()].map((tasks) => {
    const first = tasks[0] as readonly ControlFinding[];
    const names = namesText(first.map(({ model }) => model));
    const experiments = namesText(tasks.flatMap((of) => of[0]?.experiment ?? []));
    const [their, score] = first.length === 1 ? ['its', 'scores'] : ['their', 'score'];
    return first[0]?.result === 'cannot-do'
      ? `With ${their} own answer shown, ${names} still ${score} no better than the best constant answer on ${experiments}: the format or the question fails there, not self-knowledge.`
      : `With ${their} own answer shown, ${names} can do ${experiments}: format and comprehension do not explain the verdicts there.`;
  });
}
