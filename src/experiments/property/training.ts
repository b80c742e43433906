import { AppError } from '../../util/app-error.ts';
import type { Training } from '../training.ts';
import type { PropertyItem } from './items.ts';
import { propertiesOf } from './plan.ts';
import { predictionPrompt, shownReplyPrompt, wordings } from './prompts.ts';
import type { Property } from './properties/property.ts';
import { splitOf } from './split.ts';

export const training: Training<PropertyItem> = {
  wordings: { all: wordings, usual: 'asked-before', told: 'told', shown: 'released' },
  text: ({ string }) => string,
  prompt: ({ prompt }) => prompt,
  group: ({ task }) => task,
  split: splitOf,
  mayTrain: ({ train }) => train !== false,
  questions: ({ properties }) => properties,
  withQuestions: (item, properties) => ({ ...item, properties: [...properties] }),
  predictionPrompt: ({ item, question, condition, subject }) => {
    if (!(wordings as readonly string[]).includes(condition.wording)) return null;
    if (condition.wording === 'released' && item.asked?.[question] === undefined) return null;
    return predictionPrompt({ item, property: propertyNamed(item, question), condition, subject });
  },
  shownPrompt: (reply, item, question) => {
    return shownReplyPrompt(item, propertyNamed(item, question), reply);
  },
  shownItem: ({ id, group, text, prompts }) => {
    const [prompt] = prompts.values();
    if (prompt === undefined) throw new Error(`the shown reply ${id} has no question`);
    return {
      id,
      task: group,
      string: text,
      prompt,
      properties: [...prompts.keys()],
      asked: Object.fromEntries(prompts),
    };
  },
};

function propertyNamed(item: PropertyItem, name: string): Property {
  const property = propertiesOf(item).find((each) => each.name === name);
  if (property !== undefined) return property;
  throw new AppError('unknown-property', `item ${item.id} does not have the property "${name}"`, {
    hint: `its properties are ${item.properties.join(', ')}`,
  });
}
