import type { StudyPage } from '../../../src/view/contract/contract-study.ts';
import { withoutProviders } from '../short-names.ts';
import { Said } from '../text.tsx';

type Results = StudyPage['results'];
type Finding = Results['findings'][number];

const marks: Readonly<Record<Finding['verdict'], string>> = {
  advantage: '●',
  'own better': '◐',
  'no advantage found': '○',
  'training taught nothing': '▽',
  'not measured': '·',
};

/** Shows the verdict on each pair of models with its reasons, and what its two numbers are. */
export function Findings({ results: { answer, findings, adjustedOver } }: { readonly results: Results }) {
  return (
    <>
      {findings.length !== 1 && (
        <p>
          <Said text={withoutProviders(answer)} />
        </p>
      )}
      {findings.map((finding) => (
        <Pair key={finding.models.join(' ')} finding={finding} />
      ))}
      {findings.length > 1 && <p className="sub">Adjusted together: {adjustedOver}.</p>}
    </>
  );
}

function Pair({ finding: { models, verdict, sentence, reasons, definitions } }: { readonly finding: Finding }) {
  return (
    <section className="pair" aria-label={withoutProviders(models.join(' and '))}>
      <p className="answer">
        <span className={`verdict ${verdict.replaceAll(' ', '-')}`}>
          <span aria-hidden="true">{marks[verdict]}</span> <Said text={withoutProviders(sentence)} />
        </span>
      </p>
      <ul className="definitions">
        {definitions.map((line) => (
          <li key={line}>
            <Said text={line} />
          </li>
        ))}
      </ul>
      <ul className="sub">
        {reasons.map((reason) => (
          <li key={reason}>
            <Said text={withoutProviders(reason)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
