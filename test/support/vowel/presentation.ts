import type { Presentation } from '../../../src/experiments/presentation.ts';

export const presentation: Presentation = {
  task: 'a vowel first',
  question: 'Will my word begin with a vowel?',
  explanation: 'Will the one word that I answer begin with a vowel? A test experiment.',
  outcomeWords: { yes: 'begins with a vowel', no: 'begins with a consonant' },
  secondaryMeasures: [{ measure: 'positive_rate', name: 'vowels', help: 'Share of answers that begin with a vowel.' }],
  figures: [
    {
      kind: 'panels',
      name: 'vowel-metrics',
      title: 'Predicting the first letter',
      caption: 'One dot is one model.',
      needs: 'a run of the experiment vowel',
      panels: [{ panel: 'Accuracy', measure: 'accuracy', policy: 'parsed', scale: 'share', reference: 0.5 }],
    },
  ],
  caveats: (estimates) => [`${estimates.length > 0 ? 'Words' : 'No words'} begin with a consonant more often.`],
};
