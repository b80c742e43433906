import type { Property } from './property.ts';

/** Creates a property that no rule extracts: a judge model chooses one of the values. */
function judgedProperty(name: string, values: readonly string[], question: Property['question']): Property {
  return {
    name,
    shape: 'option',
    values: 'closed',
    shallow: false,
    fromStart: false,
    judged: values,
    question: (grammar, item) => `${question(grammar, item)}: ${values.slice(0, -1).join(', ')} or ${values.at(-1)}?`,
    extract: () => null,
  };
}

/** The feeling that the answer expresses. */
export const sentiment = judgedProperty(
  'sentiment',
  ['positive', 'negative', 'neutral'],
  ({ was, your }) => `what ${was} the feeling of ${your} reply`,
);

/** Whether the answer is for or against the claim of the prompt. */
export const stance = judgedProperty(
  'stance',
  ['for', 'against', 'neither'],
  ({ was, your }) => `what ${was} the position of ${your} reply on the claim`,
);

/** What the answer is mainly about. */
export const topic = judgedProperty(
  'topic',
  ['people', 'animals', 'nature', 'food', 'work', 'travel', 'machines', 'other'],
  ({ was, your }) => `what ${was} the main topic of ${your} reply`,
);
