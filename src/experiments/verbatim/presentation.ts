import type { FigurePanel, Presentation } from '../presentation.ts';

const floorAndReexecution = [
  ['baseRate', 'different prompts'],
  ['reexecution', 're-execution'],
] as const;

const panel = (name: string, measure: string): FigurePanel => ({
  panel: name,
  measure,
  policy: 'parsed',
  scale: 'share',
});
const similarity = (name: string, measure: string): FigurePanel => ({
  ...panel(name, measure),
  marks: floorAndReexecution,
});

export const presentation: Presentation = {
  task: 'its exact response',
  question: 'What exactly would I respond?',
  explanation:
    'What exactly would I answer to this prompt? The score is the edit similarity of the prediction and the executed response, 1 if they are equal; its base rate is the similarity of responses to different prompts.',
  without: ['itemRule', 'otherModels'],
  secondaryMeasures: [
    {
      measure: 'exact_match',
      isSimilarity: true,
      name: 'exact',
      help: 'Predictions that equal a response, apart from white space.',
    },
    { measure: 'token_f1', isSimilarity: true, name: 'token F1', help: 'Words that prediction and response share.' },
    {
      measure: 'first_words_match',
      isSimilarity: true,
      name: 'first words',
      help: 'Whether the first words are the same.',
    },
    {
      measure: 'length_ratio',
      isSimilarity: true,
      name: 'length ratio',
      help: 'The shorter length divided by the longer one.',
    },
    {
      measure: 'engages_share',
      name: 'engages',
      help: 'Predictions that answer the framing instead of predicting the response, by rule.',
    },
    { measure: 'differs_share', name: 'differs', help: 'Predictions of a response that was not given, by rule.' },
    { measure: 'judged_engages_share', name: 'judge: engages', help: 'Answers the framing, according to the judge.' },
    {
      measure: 'judged_differs_share',
      name: 'judge: differs',
      help: 'Predicts a different response, according to the judge, which compares with the first execution.',
    },
  ],
  figures: [
    {
      kind: 'panels',
      name: 'verbatim',
      title: 'Its exact response: how similar is the prediction to the response?',
      caption:
        'Filled dots: similarity of the prediction and the executed response, 1 if they are equal. Marks: similarity of the responses to two different prompts, and of two responses to the same prompt.',
      needs: 'a usable prediction and response',
      panels: [
        similarity('edit similarity', 'edit_similarity'),
        similarity('token F1', 'token_f1'),
        similarity('first words', 'first_words_match'),
        similarity('exact match', 'exact_match'),
      ],
    },
    {
      kind: 'panels',
      name: 'verbatim-failures',
      title: 'Its exact response: two ways to fail',
      caption:
        'Share of predictions that answer the message before the question instead of predicting a response, and share that predict a response that was not given; the rest are right. By rule and, if the run has a judge, by the judge.',
      needs: 'a prediction that could be classified',
      panels: [
        panel('answers the framing', 'engages_share'),
        panel('predicts a different response', 'differs_share'),
        panel('judge: answers the framing', 'judged_engages_share'),
        panel('judge: different response', 'judged_differs_share'),
      ],
    },
  ],
};
