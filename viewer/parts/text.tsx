import { Fragment, useState } from 'react';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { count } from './numbers.ts';
import { findPassage } from './passages.ts';

/** Shows a text by a model or a user in its own writing direction, without interpreting markup or control characters. */
export function Said({ text }: { readonly text: string }) {
  const { before, passage, after } = findPassage(escapeControls(text));
  return (
    <bdi>
      {before}
      {passage !== null && <bdi>{passage}</bdi>}
      {after}
    </bdi>
  );
}

/** Shows a text that may break after each slash, as in names of models. */
export function BreakableText({ text }: { readonly text: string }) {
  return text.split('/').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && '/'}
      {index > 0 && <wbr />}
      <Said text={part} />
    </Fragment>
  ));
}

const firstShown = 4_000;

/** Shows a long text with its line breaks; the part that a value was read from is marked. */
export function SaidBlock({
  text,
  length,
  span,
}: {
  readonly text: string;
  /** Length of the whole text, if only its beginning is shown. */
  readonly length?: number;
  readonly span?: readonly [number, number] | null;
}) {
  const [all, setAll] = useState(false);
  const end = all ? text.length : Math.min(text.length, Math.max(firstShown, span?.[1] ?? 0));
  const whole = length ?? text.length;
  const [from, to] = span ?? [0, 0];
  return (
    <>
      <pre className="said" dir="auto">
        {span === null || span === undefined ? (
          escapeControls(text.slice(0, end))
        ) : (
          <>
            {escapeControls(text.slice(0, from))}
            <mark title="The value was parsed from this text">{escapeControls(text.slice(from, to))}</mark>
            {escapeControls(text.slice(to, end))}
          </>
        )}
        {end < text.length && '…'}
      </pre>
      {end < text.length && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Show all {count(text.length)} characters
        </button>
      )}
      {end === text.length && whole > text.length && (
        <p className="sub">
          The first {count(text.length)} of {count(whole)} characters.
        </p>
      )}
    </>
  );
}

/** Shows a model's name, breakable at its slashes. */
export function ModelName({ name }: { readonly name: string }) {
  const parts = escapeControls(name).split('/');
  return (
    <bdi>
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && '/'}
          {index > 0 && <wbr />}
          {part}
        </span>
      ))}
    </bdi>
  );
}
