import { Fragment, useState } from 'react';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { findPassage } from './passages.ts';

/** A text that a model or a user wrote, in its own direction; nothing in it is markup, and nothing in it steers the page. */
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

/** A text that may break after each slash, as names of models do. */
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

/** A long text with its line ends; the part that a value was read from is marked. */
export function SaidBlock({
  text,
  length,
  span,
}: {
  readonly text: string;
  /** Of the whole text, where this is its beginning. */
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
            <mark title="The value was read from here">{escapeControls(text.slice(from, to))}</mark>
            {escapeControls(text.slice(to, end))}
          </>
        )}
        {end < text.length && '…'}
      </pre>
      {end < text.length && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
      {end === text.length && whole > text.length && (
        <p className="sub">
          The first {text.length.toLocaleString('en')} of {whole.toLocaleString('en')} characters.
        </p>
      )}
    </>
  );
}

/** A model's name, breakable at its slashes. */
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
