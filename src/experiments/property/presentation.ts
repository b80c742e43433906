import type { Presentation } from '../presentation.ts';

export const presentation: Presentation = {
  task: 'property of its answer',
  question: 'Which value will one property of my answer have?',
  explanation:
    'Which value will one property of my answer have: its first word, its letter, whether its number is even? The score is the share of predictions that equal the most frequent value of the executions, averaged over groups of task and property; its base rate is the most frequent value of each group.',
  secondaryMeasures: [
    { measure: 'accuracy_micro', name: 'micro', help: 'Accuracy over all units: groups count by their size.' },
    {
      measure: 'accuracy_among_answered',
      name: 'among answered',
      help: 'Accuracy of the predictions that could be read (their share is in a separate column).',
    },
    { measure: 'prediction_coverage', name: 'read', help: 'Share of predictions that could be read.' },
    {
      measure: 'salvaged_share',
      name: 'salvaged',
      help: 'Share of predictions that were found inside an answer without the requested form.',
      isDetail: true,
    },
    { measure: 'executions_hit', name: 'executions hit', help: 'Share of executions that have the predicted value.' },
    {
      measure: 'mode_accuracy_in_sample',
      name: 'best constant',
      help: 'Accuracy of the most frequent value of each group, found in the same rows.',
    },
    { measure: 'echo_accuracy', name: 'echo', help: 'Accuracy of the value that the string itself has.' },
    {
      measure: 'no_mode_share',
      name: 'no truth',
      help: 'Share of units whose executions all differ, so that they have no truth.',
      isDetail: true,
    },
  ],
  figures: [
    {
      kind: 'panels',
      name: 'property',
      title: 'Property of its answer: accuracy of predicted properties',
      caption:
        'Share of predictions that equal the most frequent value of the executions: averaged over groups of task and property (macro), over all units (micro), and over the predictions that could be read. Marks: base rate and re-execution of the macro average.',
      needs: 'a property experiment',
      panels: [
        {
          panel: 'macro',
          measure: 'accuracy_macro',
          policy: 'parsed',
          scale: 'share',
          marks: [
            ['baseRate', 'base rate'],
            ['reexecution', 're-execution'],
          ],
        },
        { panel: 'micro', measure: 'accuracy_micro', policy: 'parsed', scale: 'share' },
        { panel: 'among answered', measure: 'accuracy_among_answered', policy: 'parsed', scale: 'share' },
        { panel: 'predictions read', measure: 'prediction_coverage', policy: 'parsed', scale: 'share' },
      ],
    },
  ],
};
