import { outOfTheBoxKinds } from '../../domain/outcome.ts';
import type { Presentation, SecondaryMeasure } from '../presentation.ts';

const secondaryMeasures: readonly SecondaryMeasure[] = [
  {
    measure: 'excess_fail_rate',
    name: 'own − others',
    help: 'Its failure rate minus the other models’ on the same questions.',
  },
  {
    measure: 'confirmed_fail_rate',
    name: 'where key holds',
    help: 'Failure rate on questions whose key the judge, or most other models, confirm.',
  },
  {
    measure: 'invalid_key_rate',
    name: 'key disputed',
    help: 'Questions where most other models agree on an option that is not the key; with only one other model, questions where it does not choose the key.',
  },
  {
    measure: 'judged_invalid_key_rate',
    name: 'judge: wrong key',
    help: 'Questions where the judge does not choose the key.',
  },
  {
    measure: 'well_formed_share',
    name: 'well-formed',
    help: 'Share of received answers that contain a question in the requested form.',
  },
  {
    measure: 'out_of_the_box_share',
    name: 'unanswerable',
    help: 'Questions about how they were written, hidden chance, shuffles, hashes or factoring, by rule.',
  },
  ...outOfTheBoxKinds.map(
    (kind): SecondaryMeasure => ({
      measure: `${kind.replaceAll(' ', '_')}_share`,
      name: kind,
      help: 'Share of well-formed questions of this kind, by rule; a question may have several kinds.',
      isDetail: true,
    }),
  ),
  {
    measure: 'impossibility_share',
    name: 'said impossible',
    help: 'Share of received answers that call the task impossible, by rule.',
  },
  { measure: 'duplicate_share', name: 'repeated', help: 'Questions that the same model had written before.' },
];

export const presentation: Presentation = {
  task: 'a question it fails',
  question: 'Can I write a question that I then fail?',
  explanation:
    'Can I write a question that I then fail? The score is the share of new attempts that miss the author’s own key; its base rate is the failure rate of the other models on the same questions.',
  without: ['itemRule', 'otherModels', 'reexecution'],
  secondaryMeasures,
  figures: [
    {
      kind: 'panels',
      name: 'stump',
      title: 'A question it fails: do models fail their own stump questions?',
      caption:
        'Fails its own: new attempts that miss the author’s key; the mark is the failure rate of the other models on the same questions. Only the part above it is specific to the author. Key disputed: most other models agree on a different option, so the key may be wrong.',
      needs: 'a question in the requested form that was answered',
      panels: [
        {
          panel: 'fails its own',
          measure: 'fail_rate',
          policy: 'parsed',
          scale: 'share',
          marks: [['baseRate', 'other models']],
        },
        { panel: 'own − others', measure: 'excess_fail_rate', policy: 'parsed', scale: 'difference', reference: 0 },
        { panel: 'key disputed', measure: 'invalid_key_rate', policy: 'parsed', scale: 'share' },
        { panel: 'well-formed', measure: 'well_formed_share', policy: 'parsed', scale: 'share' },
      ],
    },
  ],
};
