import type { Call } from '../../domain/call.ts';
import type { Answers } from '../../domain/slot.ts';
import { AppError } from '../../util/app-error.ts';
import { judgedText } from '../common/judged-text.ts';
import { withSystem } from '../common/messages.ts';
import { sampleNumbers } from '../common/observe.ts';
import type { ItemContext } from '../experiment.ts';
import type { PropertyItem } from './items.ts';
import { judgePrompt, predictionPrompt } from './prompts.ts';
import { properties } from './properties/index.ts';
import type { Property } from './properties/property.ts';

/** Maximum tokens of a direct prediction; version 1 cut sentences that state a value. */
const maxDirectTokens = { earlier: 8, current: 64 };

/** Returns the properties of an item. AppError for a name that is not a property. */
export function propertiesOf(item: PropertyItem): readonly Property[] {
  return item.properties.map((name) => {
    const property = properties.get(name);
    if (property !== undefined) return property;
    throw new AppError('unknown-property', `item ${item.id} has the unknown property "${name}"`, {
      hint: `choose from ${[...properties.keys()].join(', ')}`,
    });
  });
}

/**
 * Plans one execution per sample, shared by all properties, one prediction per property and prediction sample, and one call
 * to the judge per execution and judged property once the execution is answered.
 */
export function plan(context: ItemContext<PropertyItem>, answers: Answers): readonly Call[] {
  const { item, condition, samples, subject = 'the model', predictionSamples = 1, version } = context;
  const limitOfDirect = version === 1 ? maxDirectTokens.earlier : maxDirectTokens.current;
  const predictions = propertiesOf(item).flatMap((property) => {
    const messages = withSystem(condition, predictionPrompt({ item, property, condition, subject }));
    return sampleNumbers(predictionSamples).map(
      (sample): Call => ({
        slot: 'forecast',
        part: property.name,
        sample,
        role: 'subject',
        messages,
        ...(condition.mode === 'direct' ? { maxOutputTokens: limitOfDirect } : {}),
      }),
    );
  });
  const messages = withSystem(condition, item.prompt);
  const limit = item.maxOutputTokens === undefined ? {} : { maxOutputTokens: item.maxOutputTokens };
  const executions = sampleNumbers(samples).map(
    (sample): Call => ({ slot: 'execute', part: '', sample, role: 'subject', messages, ...limit }),
  );
  return [...predictions, ...executions, ...judgements(context, answers)];
}

function judgements({ item, samples }: ItemContext<PropertyItem>, answers: Answers): readonly Call[] {
  const judged = propertiesOf(item).filter((property) => property.judged !== undefined);
  if (judged.length === 0) return [];
  return sampleNumbers(samples).flatMap((sample): readonly Call[] => {
    const reply = judgedText(answers.get('execute', '', sample));
    if (reply === null) return [];
    return judged.map((property) => {
      const content = judgePrompt(item, property, reply);
      return { slot: 'judge', part: property.name, sample, role: 'judge', messages: [{ role: 'user', content }] };
    });
  });
}
