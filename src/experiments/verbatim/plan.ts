import type { Call } from '../../domain/call.ts';
import type { Answers } from '../../domain/slot.ts';
import { withSystem } from '../common/messages.ts';
import { sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import type { VerbatimItem } from './items.ts';
import { judgePrompt, predictionPrompt } from './prompts.ts';
import { readPrediction, readResponse } from './read.ts';

export function plan(context: ItemContext<VerbatimItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, judging } = context;
  const prediction = withSystem(condition, predictionPrompt(item, condition));
  const execute = withSystem(condition, item.inner);
  const calls: Call[] = [
    { slot: 'forecast', part: '', sample: 0, role: 'subject', messages: prediction },
    ...sampleNumbers(samples).map(
      (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages: execute }),
    ),
  ];
  if (judging.judge === null) return calls;
  const judged = judgedTexts(answers);
  if (judged === null) return calls;
  const content = judgePrompt(item, judged.prediction, judged.response);
  return [...calls, { slot: 'judge', part: '', sample: 0, role: 'judge', messages: [{ role: 'user', content }] }];
}

/** Returns the prediction and the first execution, which a judge compares. */
function judgedTexts(answers: Answers): { readonly prediction: string; readonly response: string } | null {
  const [prediction, execution] = [answers.get('forecast', '', 0), answers.get('execute', '', 0)];
  if (prediction.kind !== 'answered' || execution.kind !== 'answered') return null;
  const [predicted, response] = [readPrediction(prediction.text), readResponse(execution.text)];
  if (predicted.kind !== 'parsed' || response.kind !== 'parsed') return null;
  return { prediction: predicted.value, response: response.value };
}
