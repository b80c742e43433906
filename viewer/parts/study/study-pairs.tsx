import type { EstimateRecord, PairRecord, StudyResult } from '../../../src/study/analyses/study-result.ts';
import { Forest, type ForestRow } from '../figures/forest.tsx';
import { shortNames } from '../short-names.ts';
import { Said } from '../text.tsx';
import { Definitions } from './study-definitions.tsx';

const marks: Readonly<Record<PairRecord['verdict'], string>> = {
  advantage: '●',
  'family-knowledge': '◐',
  'stronger-model': '◐',
  habit: '◐',
  'answer-form': '◐',
  'base-rates': '◐',
  'not-distinguishable': '○',
  'nothing-learned': '▽',
  'not-measured': '·',
};

/** Shows the verdict on each pair of targets, with the numbers that it rests on. */
export function Pairs({ pairs }: { readonly pairs: StudyResult['pairs'] }) {
  if (pairs.length === 0) return <p className="sub">The study has no pair of targets.</p>;
  return pairs.map((pair) => <Pair key={`${pair.a} ${pair.b}`} pair={pair} />);
}

function Pair({ pair }: { readonly pair: PairRecord }) {
  const { a, b, sentence, reasons, caution, verdict, excludedGroups } = pair;
  const [left, right] = [shortNames(a), shortNames(b)];
  return (
    <section className="pair" aria-label={`${left} and ${right}`}>
      <p className="answer">
        <span className={`verdict ${verdict}`}>
          <span aria-hidden="true">{marks[verdict]}</span> <Said text={shortNames(sentence)} />
        </span>
      </p>
      <Definitions pair={pair} />
      <ul className="sub">
        {[...reasons, ...(caution === null ? [] : [caution])].map((reason) => (
          <li key={reason}>
            <Said text={shortNames(reason)} />
          </li>
        ))}
      </ul>
      <Forest label={`${left} and ${right}: estimates`} rows={forestOf(pair)} />
      {excludedGroups.length > 0 && (
        <details>
          <summary>Excluded groups of items ({excludedGroups.length}) and the reasons</summary>
          <ul>
            {excludedGroups.map(({ group, reason }) => (
              <li key={group}>
                <Said text={group} />: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function forestOf({ I, E, plain, meanGain }: PairRecord): readonly ForestRow[] {
  return [
    {
      name: 'I, double difference',
      title: 'how much better the two models predict themselves than each other',
      estimate: I,
    },
    { name: 'E, excess', title: 'I less what follows from unequal gains of training', estimate: E },
    ...plain.map(({ target, other, ...estimate }) => ({
      name: `${shortNames(target)} less ${shortNames(other)}, about ${shortNames(target)}`,
      title: `${target} less ${other}`,
      estimate: estimate satisfies EstimateRecord,
    })),
    { name: 'mean gain of training', estimate: meanGain },
  ];
}
