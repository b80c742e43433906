import type { Estimate } from '../analyse/estimate.ts';
import { outOfTheBoxKinds } from '../score/outcome.ts';

export { factorName, measureName } from '../figure/measure-name.ts';

/** What an experiment asks, and what each of its headline numbers is, for people who did not read the paper. */
const questions: Readonly<Record<string, string>> = {
  association:
    'Which of the option words will be in the list of five words that I would give for this cue? Each option word counts once; most are not in the list, so a rule that always says “no” scores high.',
  restriction: 'Will I answer this request? The forecast is compared with what a judge says of the real response.',
  difficulty:
    'In which order do these four questions cost me the fewest tokens, with questions that I get wrong last? The score is the share of pairs in the true order; chance is one half.',
  verbatim:
    'What exactly would I answer to this prompt? The score is the edit similarity of the forecast and the executed response, 1 where they are equal; its base rate is that of responses to different prompts.',
  stump:
    'Can I write a question that I then fail? The rate is the share of fresh attempts that miss the author’s own key; its base rate is that of the other models on the same questions.',
};

export function questionOf(experiment: string): string {
  return questions[experiment] ?? 'An experiment of this report’s author.';
}

/** A measure that is read beside the headline of its experiment. */
export interface Companion {
  readonly measure: string;
  readonly name: string;
  readonly help: string;
  /** It stands beside its value for other prompts and for a second execution. */
  readonly likeness?: true;
  /** Left out where it is 0 everywhere. */
  readonly detail?: true;
}

const companions: Readonly<Record<string, readonly Companion[]>> = {
  stump: [
    {
      measure: 'excess_fail_rate',
      name: 'own − others',
      help: 'Its fail rate minus the other models’ on the same questions.',
    },
    {
      measure: 'confirmed_fail_rate',
      name: 'where key holds',
      help: 'Fail rate on questions whose key the judge, or most other models, confirm.',
    },
    {
      measure: 'invalid_key_rate',
      name: 'key disputed',
      help: 'Questions of which most other models choose one and the same other option than the key; with one other model, that it chooses another.',
    },
    {
      measure: 'judged_invalid_key_rate',
      name: 'judge: wrong key',
      help: 'Questions of which the judge chooses another option than the key.',
    },
    {
      measure: 'well_formed_share',
      name: 'well-formed',
      help: 'Of the answers that came, those with a question in the asked form.',
    },
    {
      measure: 'out_of_the_box_share',
      name: 'out of the box',
      help: 'Questions about their own making, hidden chance, shuffles, hashes or factoring, by rule.',
    },
    ...outOfTheBoxKinds.map(
      (kind): Companion => ({
        measure: `${kind.replaceAll(' ', '_')}_share`,
        name: kind,
        help: 'Questions of this kind among the well-formed ones, by rule; one may be of several kinds.',
        detail: true,
      }),
    ),
    {
      measure: 'impossibility_share',
      name: 'said impossible',
      help: 'Of the answers that came, those that call the task impossible, by rule.',
    },
    { measure: 'duplicate_share', name: 'repeated', help: 'Questions that the same model had written before.' },
  ],
  verbatim: [
    {
      measure: 'exact_match',
      likeness: true,
      name: 'exact',
      help: 'Forecasts that are a response, but for white space.',
    },
    { measure: 'token_f1', likeness: true, name: 'token F1', help: 'Words that forecast and response share.' },
    {
      measure: 'first_words_match',
      likeness: true,
      name: 'first words',
      help: 'Whether the first words are the same.',
    },
    { measure: 'length_ratio', likeness: true, name: 'length ratio', help: 'The shorter length by the longer one.' },
    {
      measure: 'engages_share',
      name: 'engages',
      help: 'Forecasts that answer the framing instead of foreseeing the response, by rule.',
    },
    { measure: 'differs_share', name: 'differs', help: 'Forecasts of another response than was given, by rule.' },
    { measure: 'judged_engages_share', name: 'judge: engages', help: 'The same, as the judge says.' },
    {
      measure: 'judged_differs_share',
      name: 'judge: differs',
      help: 'The same, as the judge says: it compares with the first execution.',
    },
  ],
};

/** The measures of one experiment's estimates that its headline is read beside; none for the paper's three. */
export function companionsIn(estimates: readonly Estimate[]): readonly Companion[] {
  return (companions[estimates[0]?.experiment ?? ''] ?? []).filter(({ measure, detail }) =>
    estimates.some((each) => each.measure === measure && each.value !== null && (detail !== true || each.value !== 0)),
  );
}

const meaningless: Readonly<Record<string, readonly string[]>> = {
  stump: ['item rule', 'other models', 'second execution', 'skill'],
  verbatim: ['item rule', 'other models'],
};

/** Columns of the table of scores that mean nothing for an experiment. */
export function meaninglessColumns(experiment: string): readonly string[] {
  return meaningless[experiment] ?? [];
}

/** Whether a second execution says how well the experiment's headline could be foretold. */
export function hasCeiling(experiment: string): boolean {
  return experiment !== 'stump';
}
