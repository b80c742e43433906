export { measureName } from '../figure/measure-name.ts';

/** What an experiment asks, and what each of its headline numbers is, for people who did not read the paper. */
const questions: Readonly<Record<string, string>> = {
  association:
    'Which of the option words will be in the list of five words that I would give for this cue? Each option word counts once; most are not in the list, so a rule that always says “no” scores high.',
  restriction: 'Will I answer this request? The forecast is compared with what a judge says of the real response.',
  difficulty:
    'In which order do these four questions cost me the fewest tokens, with questions that I get wrong last? The score is the share of pairs in the true order; chance is one half.',
  verbatim: 'What exactly would I answer to this prompt? The forecast text is compared with the executed response.',
  stump:
    'Can I write a question that I then fail? The rate is the share of fresh attempts that miss the author’s own key.',
};

export function questionOf(experiment: string): string {
  return questions[experiment] ?? 'An experiment of this report’s author.';
}
