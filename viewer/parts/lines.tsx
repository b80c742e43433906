import { Sentence } from './text.tsx';

/** A heading with one sentence per line. */
export function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Sentence text={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}
