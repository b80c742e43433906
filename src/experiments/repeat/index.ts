import { objectForm } from '../../domain/answer-form.ts';
import { probabilityMeasures } from '../../measures/binary/binary-measures.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { englishFactors, probabilitySlots } from '../common/predict-and-execute.ts';
import { probabilityForm, readProbabilityText } from '../common/probability.ts';
import type { Experiment } from '../experiment.ts';
import { type RepeatItem, repeatItem } from './items.ts';
import { outcomes } from './outcomes.ts';
import { plan, showAnswer } from './plan.ts';
import { presentation } from './presentation.ts';
import { wordings } from './prompts.ts';
import { maxShortLength, readShort } from './read.ts';
import { simulate } from './simulate.ts';

export const repeat: Experiment<RepeatItem> = {
  name: 'repeat',
  version: 1,
  description: 'Will the model give the same answer again?',
  presentation,
  itemSchema: repeatItem,
  sources: { shippedSets: ['large'] },
  factors: englishFactors(wordings),
  publishedPolicy: 'parsed',
  measures: probabilityMeasures,
  slots: {
    ...probabilitySlots,
    ...shownSlots({ maxOutputTokens: 4096 }),
    execute: { ...probabilitySlots.execute, maxOutputTokens: 4096 },
  },
  people: { refused: 'it asks a question twice in a row, and a person remembers the first answer' },
  cluster: (item) => item.template ?? item.id,
  title: ({ request }) => request,
  plan,
  showAnswer,
  form: (_, { slot }) =>
    slot === 'execute' ? objectForm({ answer: { type: 'string', maxLength: maxShortLength } }) : probabilityForm,
  read: (_, { slot }, { text }) => (slot === 'execute' ? readShort(text) : readProbabilityText(text)),
  outcomes,
  simulate,
};
