import type { Observed, TextOutcome } from '../../domain/outcome.ts';
import type { Reader } from '../../domain/reading.ts';
import type { Answers } from '../../domain/slot.ts';
import { randomInteger, seededRandom } from '../../util/random.ts';
import { observe, sampleNumbers } from '../common/observe.ts';
import type { CrossItemPass, ItemContext } from '../experiment.ts';
import { failureOf } from './failure.ts';
import type { VerbatimItem } from './items.ts';
import { readJudgement, readPrediction, readResponse } from './read.ts';

/** Returns one outcome per prompt pair: the predicted response and each executed one. */
export function outcomes(context: ItemContext<VerbatimItem>, answers: Answers, reader: Reader): readonly TextOutcome[] {
  const { item, samples, judging } = context;
  const same = <T>(own: T) => ({ reader, own, recorded: own });
  const asked = answers.get('forecast', '', 0);
  const prediction = observe(asked, { slot: 'forecast', ...same(readPrediction) });
  const executions = sampleNumbers(samples).map((sample): Observed<string> => {
    const response = answers.get('execute', '', sample);
    return observe(response, { slot: 'execute', ...same(readResponse) });
  });
  const failure = failureOf({
    item,
    prediction: prediction.kind === 'present' ? prediction.value : null,
    answer: asked.kind === 'answered' ? asked.text : null,
    executions: executions.flatMap((execution) => (execution.kind === 'present' ? [execution.value] : [])),
  });
  const shown = [prediction, executions[0]]
    .flatMap((part) => (part?.kind === 'present' ? [part.value] : []))
    .join('\n\n');
  const judged = observe(answers.get('judge', '', 0), { slot: 'judge', ...same((text) => readJudgement(text, shown)) });
  return [
    {
      kind: 'text',
      prediction,
      executions,
      unrelated: null,
      failure,
      ...(judging.judge === null ? {} : { judgedFailure: judged }),
    },
  ];
}

/** Number of earlier responses that an unrelated one is drawn from. */
const kept = 64;

/** Creates a pass that adds to each outcome a response to another prompt, drawn by the run's seed from the latest ones. */
export function relating(): CrossItemPass<VerbatimItem> {
  const earlier: { readonly inner: string; readonly text: string }[] = [];
  return ({ item, seed }, outcome) => {
    const first = outcome.kind === 'text' ? outcome.executions.find(({ kind }) => kind === 'present') : undefined;
    if (outcome.kind !== 'text' || first?.kind !== 'present') return outcome;
    const others = earlier.filter(({ inner }) => inner !== item.inner);
    const drawn = others[randomInteger(seededRandom('unrelated response', seed, item.id), others.length)];
    earlier.push({ inner: item.inner, text: first.value });
    if (earlier.length > kept) earlier.shift();
    return { ...outcome, unrelated: drawn?.text ?? null };
  };
}
