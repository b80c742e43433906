import type { TopLevelSpec } from 'vega-lite';
import { escapeAsJson } from '../../../util/escape-controls.ts';
import { once } from '../../../util/remembered.ts';
import { escapeControls } from '../../../util/text.ts';
import { withoutReservedWords, withReservedWords } from './reserved-words.ts';
import { textWidth } from './text-width.ts';
import { type Theme, themeConfig, themed } from './theme.ts';

interface MeasuredText {
  readonly text?: unknown;
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
}

/**
 * Loads vega at the first picture: it is large, and its top-level await would keep CommonJS scripts from requiring this
 * package. Its text measurement uses a canvas if one is installed and guesses otherwise; here it is replaced, so that
 * pictures do not differ by machine.
 */
const loadVega = once(async () => {
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  // vega exports its text measurement hook, but its types omit it
  const { textMetrics } = vega as unknown as {
    readonly textMetrics: { width: (item: MeasuredText, text: unknown) => number };
  };
  textMetrics.width = (item, text) => {
    const bold = item.fontWeight === 'bold' || Number(item.fontWeight) >= 600;
    return textWidth(withReservedWords(String(text ?? item.text ?? '')), { fontSize: item.fontSize ?? 11, bold });
  };
  /** Rejects every request: specs contain their data, so a picture that fetches anything fails. */
  const closedLoader = {
    ...vega.loader(),
    load: (address: string): Promise<string> => Promise.reject(new Error(`figure: will not load ${address}`)),
  };
  return { vega, compile, closedLoader };
});

/** Draws a Vega-Lite spec without a browser: equal specs give equal text, whatever was drawn before. */
export async function renderSvg(spec: TopLevelSpec, theme: Theme = 'light', idPrefix = 'seb'): Promise<string> {
  const { vega, compile, closedLoader } = await loadVega();
  const { messages, logger } = warnings();
  // both loggers only use these five methods; vega's types require overloads
  const { spec: compiled } = compile(withoutReservedWords(spec), {
    config: themeConfig(theme),
    logger: logger as never,
  });
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', loader: closedLoader, logger: logger as never });
  try {
    await view.runAsync();
    const drawn = withReservedWords(await view.toSVG());
    const svg = escapeAsJson(withOwnIds(withoutHiddenText(drawn), idPrefix)); // names may contain characters that XML does not allow
    if (messages.length > 0) throw new Error(`figure: ${messages.join('; ')}`);
    return svg;
  } finally {
    view.finalize();
  }
}

/** Removes labels that vega hides because they would overlap others: painters of PNG files ignore that on text. */
function withoutHiddenText(svg: string): string {
  return svg.replace(/<text [^>]*\bopacity="0"[^>]*>[^<]*<\/text>/g, '');
}

const darkOf = new Map<string, string>(Object.values(themed).map(({ light, dark }) => [light, dark]));

/** Converts a picture in the light theme to the dark one; only the themed colors differ. */
export function inDark(svg: string): string {
  return svg.replace(/ (fill|stroke)="(#[0-9a-f]{6})"/g, (all, property: string, color: string) => {
    const dark = darkOf.get(color);
    return dark === undefined ? all : ` ${property}="${dark}"`;
  });
}

/**
 * Renumbers ids: vega numbers clips and gradients across all pictures of a process; here each picture counts from 0
 * under its prefix.
 */
function withOwnIds(svg: string, prefix: string): string {
  const ids = [...svg.matchAll(/<(?:clipPath|linearGradient|radialGradient|pattern)\b[^>]*? id="([^"]+)"/g)];
  const renamed = new Map(ids.map(([, id = ''], index) => [id, `${prefix}-${index}`]));
  return svg
    .replace(
      /(<(?:clipPath|linearGradient|radialGradient|pattern)\b[^>]*? id=")([^"]+)"/g,
      (all, start: string, id: string) => {
        const own = renamed.get(id);
        return own === undefined ? all : `${start}${own}"`;
      },
    )
    .replace(/url\(#([^)]+)\)/g, (all, id: string) => {
      const own = renamed.get(id);
      return own === undefined ? all : `url(#${own})`;
    });
}

interface Warnings {
  readonly messages: string[];
  readonly logger: {
    level(): 0;
    error(...parts: readonly unknown[]): Warnings['logger'];
    warn(...parts: readonly unknown[]): Warnings['logger'];
    info(): Warnings['logger'];
    debug(): Warnings['logger'];
  };
}

/** Collects warnings: each means a faulty picture and becomes an error. */
function warnings(): Warnings {
  const messages: string[] = [];
  const keep = (...parts: readonly unknown[]) => {
    messages.push(parts.map(String).join(' '));
    return logger;
  };
  const logger: Warnings['logger'] = {
    level: () => 0,
    error: keep,
    warn: keep,
    info: () => logger,
    debug: () => logger,
  };
  return { messages, logger };
}

/**
 * Adds a text alternative to a picture that stands alone in a file: its title, and its caption as the description. In a
 * page the figure's caption says the same, and a browser would show the title as a tooltip.
 */
export function withTextAlternative(
  svg: string,
  { title, caption }: { readonly title: string; readonly caption: string },
): string {
  const texts = `<title>${xmlText(title)}</title><desc>${xmlText(caption)}</desc>`;
  return svg.replace(/^<svg [^>]*>/, (start) => `${start}${texts}`);
}

function xmlText(text: string): string {
  return escapeControls(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
