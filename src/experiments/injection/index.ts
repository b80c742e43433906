import { letters } from '../../domain/question.ts';
import { probabilityMeasures } from '../../measures/binary/binary-measures.ts';
import { unchangedMeasures } from '../../measures/binary/unchanged-measures.ts';
import { shownSlots } from '../common/answer-shown.ts';
import { englishFactors, probabilitySlots } from '../common/predict-and-execute.ts';
import { probabilityForm, readProbabilityText } from '../common/probability.ts';
import { readSolution } from '../common/solve-question.ts';
import type { Experiment } from '../experiment.ts';
import { type InjectionItem, injectionItem } from './items.ts';
import { counts, designOf, noises, positions, times } from './noise.ts';
import { outcomes, showAnswer } from './outcomes.ts';
import { ownWords } from './own-words.ts';
import { plan } from './plan.ts';
import { presentation } from './presentation.ts';
import { wordings } from './prompts.ts';
import { simulate } from './simulate.ts';

const { forecast, execute } = probabilitySlots;

export const injection: Experiment<InjectionItem> = {
  name: 'injection',
  version: 1,
  description: 'Does the model stay right when tokens that it did not choose are inserted into its answer?',
  presentation,
  itemSchema: injectionItem,
  sources: { shippedSets: [] },
  factors: {
    ...englishFactors(wordings),
    noise: { levels: noises },
    count: { levels: counts },
    position: { levels: positions },
    times: { levels: times },
  },
  publishedPolicy: 'parsed',
  measures: [...probabilityMeasures, ...unchangedMeasures],
  slots: {
    forecast,
    base: execute,
    interrupted: execute,
    inserted: execute,
    ...shownSlots({ maxOutputTokens: 4096 }),
  },
  coin: 1 / letters.length,
  requires: ['inject'],
  requiredBy: (condition) => (designOf(condition).isText ? ['prefill'] : ['inject']),
  insteadOfRequired:
    'or insert text (--factor noise=text-word,text-statement) into the answers of a server that continues them: vllm/ or llamacpp/',
  people: { refused: 'nothing can be inserted into an answer while a person writes it' },
  cluster: ({ id }) => id,
  title: ({ question }) => question,
  plan,
  showAnswer,
  /** Executions stay free: tokens are inserted into them that no form allows. */
  form: (_, { slot }) => (slot === 'forecast' || slot === 'shown' ? probabilityForm : null),
  read({ item, condition }, { slot }, answer) {
    if (slot === 'forecast' || slot === 'shown') return readProbabilityText(answer.text);
    if (slot !== 'base' && designOf(condition).isText) return null; // the rest of an answer, which `outcomes` reads whole
    return readSolution(item, ownWords(answer, condition).text);
  },
  outcomes,
  simulate,
};
