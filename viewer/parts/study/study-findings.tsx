import type { StudyPage } from '../../../src/view/contract/contract-study.ts';
import { withoutProviders } from '../short-names.ts';
import { Said } from '../text.tsx';

type Results = StudyPage['results'];
type Finding = Results['findings'][number];

/** Shows the verdict on each pair of models. */
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

function Pair({ finding: { models, verdict, sentence } }: { readonly finding: Finding }) {
  return (
    <section className="pair" aria-label={withoutProviders(models.join(' and '))}>
      <p className="answer">
        <span className={`verdict ${verdict.replaceAll(' ', '-')}`}>
          <Said text={withoutProviders(sentence)} />
        </span>
      </p>
    </section>
  );
}

/** Shows the reasons of each verdict, and what its two numbers are. */
export function Reasons({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <section>
      <h2>Why</h2>
      {findings.map(({ models, reasons, definitions }) => (
        <div key={models.join(' ')}>
          {findings.length > 1 && <h3>{withoutProviders(models.join(' and '))}</h3>}
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
        </div>
      ))}
    </section>
  );
}
