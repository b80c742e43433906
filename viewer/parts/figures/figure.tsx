import { useRef } from 'react';
import type { PageFigure } from '../../../src/view/contract/contract-figure.ts';
import { Said } from '../text.tsx';
import { useTips } from './figure-tips.ts';
import { printFigure } from './print-figure.ts';
import { savePng, saveText } from './save.ts';

type Drawn = Extract<PageFigure, { kind: 'drawn' }>;

/** Shows a drawn figure with its downloads. */
export function FigureView({ figure, isFirst = false }: { readonly figure: Drawn; readonly isFirst?: boolean }) {
  const { name, title, caption, svg, narrow, spec } = figure;
  return (
    <figure id={name} className={isFirst ? 'first' : ''}>
      <figcaption>
        {!isFirst && (
          <h3>
            <Said text={title} />
          </h3>
        )}
        <p className="sub">
          <Said text={caption} />
        </p>
      </figcaption>
      <Picture title={title} svg={svg} where={narrow === null ? '' : 'for-wide'} />
      {narrow !== null && <Picture title={title} svg={narrow} where="for-narrow" />}
      <p className="downloads">
        <button type="button" onClick={() => saveText(`${name}.svg`, 'image/svg+xml', svg)}>
          SVG
        </button>
        <button type="button" onClick={() => void savePng(`${name}.png`, svg)}>
          PNG, 300 dpi
        </button>
        <button
          type="button"
          title="Opens the print dialog with only this figure; choose “Save as PDF”"
          onClick={({ currentTarget }) => {
            const figureElement = currentTarget.closest('figure');
            if (figureElement !== null) printFigure(figureElement);
          }}
        >
          PDF
        </button>
        <button
          type="button"
          onClick={() => saveText(`${name}.vl.json`, 'application/json', JSON.stringify(JSON.parse(spec), null, 2))}
        >
          Vega-Lite
        </button>
      </p>
    </figure>
  );
}

/** Width in pixels up to which a figure stays readable when it is scaled down to a phone; a wider one scrolls. */
const maxShrunkWidth = 480;

function shrinks(svg: string): boolean {
  return Number(/^<svg[^>]* width="([\d.]+)"/.exec(svg)?.[1] ?? Number.POSITIVE_INFINITY) <= maxShrunkWidth;
}

/** Shows one form of a figure; a mark under the pointer shows its values. */
function Picture({ title, svg, where }: { readonly title: string; readonly svg: string; readonly where: string }) {
  const picture = useRef<HTMLDivElement>(null);
  useTips(picture);
  return (
    <section
      className={`scroll picture ${where} ${shrinks(svg) ? 'shrinks' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={`Figure: ${title}`}
      ref={picture}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

/** Lists figures that could not be drawn, by name and reason; an empty chart would be misleading. */
export function NotDrawn({ figures }: { readonly figures: readonly PageFigure[] }) {
  const absent = figures.filter((figure) => figure.kind === 'absent');
  if (absent.length === 0) return null;
  return (
    <details>
      <summary>{absent.length} figures were not drawn, and why</summary>
      <ul>
        {absent.map(({ name, title, reason }) => (
          <li key={name}>
            <b>{title}</b>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
