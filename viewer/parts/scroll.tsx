import type { ReactNode } from 'react';

/** A part of the page that scrolls horizontally, also by keyboard. */
export function Scroll({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** The head of a table with one header for each column. */
export function TableHead({
  names,
  numbers = [],
}: {
  readonly names: readonly string[];
  /** Columns that are aligned right, as their numbers are. */
  readonly numbers?: readonly string[];
}) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" className={numbers.includes(name) ? 'right' : 'left'}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
