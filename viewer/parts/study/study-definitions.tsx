import type { PairRecord } from '../../../src/study/analyses/study-result.ts';
import { fraction } from '../../../src/util/numbers.ts';
import { shortNames } from '../short-names.ts';
import { Said } from '../text.tsx';

/** Defines I and E of a pair in a sentence each, with the numbers that they are computed from. */
export function Definitions({ pair }: { readonly pair: PairRecord }) {
  const { accuracy, I, E, determinant, meanGain, trainings, gainBase } = pair;
  const [a, b] = [shortNames(pair.a), shortNames(pair.b)];
  if (accuracy === null) return <p className="sub">The accuracies were not measured.</p>;
  const { aa, ab, ba, bb } = accuracy;
  const before = gainBase === 'scramble' ? 'the same model trained on permuted answers' : 'the most frequent answer';
  const isProduct = trainings <= 1 && E.value !== null && determinant.value !== null && meanGain.value !== null;
  return (
    <ul className="definitions">
      <li>
        <b>I</b> is how much more often a model is right about itself than the other model is, on average over both:{' '}
        <Said text={`(${a} about itself ${fraction(aa)} − ${b} about ${a} ${fraction(ba)}`} />{' '}
        <Said text={`+ ${b} about itself ${fraction(bb)} − ${a} about ${b} ${fraction(ab)}) / 2`} /> ={' '}
        <b>{fraction(I.value)}</b>.
      </li>
      <li>
        <b>E</b> is the part of this that remains when one model is simply better at predicting and one is simply easier
        to predict. It uses gains over {before}: the product of the two gains about oneself, less the product of the two
        gains about the other, over twice the mean gain
        {isProduct && ` (${fraction(determinant.value)} / (2 × ${fraction(meanGain.value)}))`}. E ={' '}
        {E.value === null ? `not measured: ${E.missing ?? 'no reason given'}` : <b>{fraction(E.value)}</b>}.
      </li>
    </ul>
  );
}
