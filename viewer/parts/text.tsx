import { Fragment, useState } from 'react';
import { escapeControls } from '../../src/util/escape-controls.ts';
import { commandParts, findPassage } from '../../src/util/passages.ts';
import { count } from './numbers.ts';

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

/** Shows a text that may break after each slash and before parameters, as in names of models. */
export function BreakableText({ text }: { readonly text: string }) {
  return nameParts(text).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {isShortName(part) ? <NamePart text={escapeControls(part)} /> : <Said text={part} />}
    </Fragment>
  ));
}

/**
 * Shows a sentence or a command. A word with a hyphen, such as the name of a model or a flag, breaks after its slashes, and
 * elsewhere only where it is longer than a line.
 */
export function Sentence({ text }: { readonly text: string }) {
  const parts = commandParts(text);
  if (parts.length > 1)
    return parts.map((part, index) =>
      part.isCommand ? <code key={index}>{escapeControls(part.text)}</code> : <Words key={index} text={part.text} />,
    );
  return <Words text={text} />;
}

/** Shows a sentence without commands. */
function Words({ text }: { readonly text: string }) {
  if (findPassage(text).passage !== null) return <Said text={text} />;
  return (
    <bdi>
      {escapeControls(text)
        .split(/(\s+)|(?<=\/)/)
        .map((word, index) =>
          hyphenated.test(word) ? (
            <span key={index} className="whole">
              {word}
            </span>
          ) : (
            word
          ),
        )}
    </bdi>
  );
}

const hyphenated = /-[\p{L}\d]/u;
/** Maximum length of a name that does not break in a table. */
const maxWhole = 28;

/** Returns the parts of a name between which a line may break. */
function nameParts(name: string): readonly string[] {
  return name.split(/(?<=\/)|(?=\?)/);
}

function isShortName(part: string): boolean {
  return part.length <= maxWhole && hyphenated.test(part) && !/\s/.test(part);
}

/** Shows a part of a name that never breaks. */
function NamePart({ text }: { readonly text: string }) {
  return <bdi className="unbroken">{text}</bdi>;
}

const firstShown = 4_000;

type Span = readonly [number, number];

/** Shows a long text with its line breaks; the part that a value was read from, and inserted text, are marked. */
export function SaidBlock({
  text,
  length,
  span,
  inserted,
}: {
  readonly text: string;
  /** Length of the whole text, if only its beginning is shown. */
  readonly length?: number;
  readonly span?: Span | null;
  /** Text that the model did not write. */
  readonly inserted?: Span | null;
}) {
  const [all, setAll] = useState(false);
  const end = all ? text.length : Math.min(text.length, Math.max(firstShown, span?.[1] ?? 0, inserted?.[1] ?? 0));
  const whole = length ?? text.length;
  return (
    <>
      <pre className="said" dir="auto">
        {piecesOf(end, [span ?? null, inserted ?? null]).map(([from, to]) => {
          const piece = escapeControls(text.slice(from, to));
          const shown = isWithin(from, inserted) ? (
            <ins title="Inserted: the model did not write this">{piece}</ins>
          ) : (
            piece
          );
          return (
            <Fragment key={from}>
              {isWithin(from, span) ? <mark title="The value was parsed from this text">{shown}</mark> : shown}
            </Fragment>
          );
        })}
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

/** Returns the pieces of a text up to `end` that spans divide it into. */
function piecesOf(end: number, spans: readonly (Span | null)[]): readonly Span[] {
  const inner = spans.flatMap((span) => span ?? []).filter((position) => position > 0 && position < end);
  const places = [...new Set([0, ...inner, end])].toSorted((a, b) => a - b);
  return places.slice(1).map((to, index) => [places[index] ?? 0, to]);
}

function isWithin(index: number, span: Span | null | undefined): boolean {
  return span !== null && span !== undefined && index >= span[0] && index < span[1];
}

/** Shows a model's name, breakable at its slashes. */
export function ModelName({ name }: { readonly name: string }) {
  return (
    <bdi>
      {nameParts(escapeControls(name)).map((part, index) => (
        <span key={index}>
          {index > 0 && <wbr />}
          {isShortName(part) ? <NamePart text={part} /> : part}
        </span>
      ))}
    </bdi>
  );
}
