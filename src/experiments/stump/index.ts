import { languages } from '../../domain/language.ts';
import {
  confirmedFailRate,
  duplicateShare,
  excessFailRate,
  failRate,
  impossibilityShare,
  invalidKeyRate,
  judgedInvalidKeyRate,
  keyAgreement,
  outOfTheBoxShare,
  outOfTheBoxShares,
  peerFailRate,
  wellFormedShare,
} from '../../measures/authored/authored-measures.ts';
import { solutionForm } from '../common/solve-question.ts';
import type { Experiment } from '../experiment.ts';
import { type StumpItem, stumpItem } from './items.ts';
import { outcomes, readAnswer, relating } from './outcomes.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { authoredForm, readAuthored } from './read.ts';
import { simulate } from './simulate.ts';
import { wordings } from './texts.ts';

export const stump: Experiment<StumpItem> = {
  name: 'stump',
  version: 1,
  description: 'Can the model write a question that it answers wrongly?',
  presentation,
  itemSchema: stumpItem,
  sources: { shippedSets: ['large'] },
  factors: {
    wording: { levels: wordings },
    optionOrder: { levels: ['given', 'reversed'] },
    mode: { levels: ['deliberate', 'direct'] },
    language: { levels: languages },
    system: { levels: 'any text' },
  },
  publishedPolicy: 'parsed',
  measures: [
    failRate,
    excessFailRate,
    confirmedFailRate,
    keyAgreement,
    peerFailRate,
    invalidKeyRate,
    judgedInvalidKeyRate,
    wellFormedShare,
    duplicateShare,
    outOfTheBoxShare,
    impossibilityShare,
    ...outOfTheBoxShares,
  ],
  slots: {
    author: {
      kind: 'author',
      maxOutputTokens: 4096,
      exemplar: (mark) =>
        JSON.stringify({
          question: `A question about the topic, of about the length that such questions have (${mark})?`,
          option_A: 'one answer',
          option_B: 'another answer',
          option_C: 'a third answer',
          option_D: 'a fourth answer',
          correct_option: 'A',
          explanation: 'Why another option seems right.',
        }),
    },
    answer: { kind: 'behave', maxOutputTokens: 4096 },
    judge: { kind: 'judge', maxOutputTokens: 4096 },
  },
  people: { refused: 'the author of a question remembers which option is right' },
  cluster: (item) => item.topic,
  title: ({ topic, number }) => (number > 1 ? `${topic} (${number})` : topic),
  plan,
  form: (_, { slot }) => (slot === 'author' ? authoredForm : solutionForm),
  read: (_, { slot }, { text }) => (slot === 'author' ? readAuthored(text) : readAnswer(text)),
  outcomes,
  crossItemPass: relating,
  simulate,
};
