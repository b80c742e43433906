import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { textWidth } from './text-width.ts';
import { type Theme, themeConfig } from './theme.ts';

/** Specs carry their data; a picture that would fetch anything fails instead. */
const closedLoader = {
  ...vega.loader(),
  load: (address: string): Promise<string> => Promise.reject(new Error(`figure: will not load ${address}`)),
};

interface MeasuredText {
  readonly text?: unknown;
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
}

// vega exports its hook for text measurement; its typings leave it out
const { textMetrics } = vega as unknown as {
  readonly textMetrics: { width: (item: MeasuredText, text: unknown) => number };
};

/** Vega would measure with a canvas where one is installed, and guess otherwise: pictures would differ by machine. */
textMetrics.width = (item, text) => {
  const bold = item.fontWeight === 'bold' || Number(item.fontWeight) >= 600;
  return textWidth(String(text ?? item.text ?? ''), { fontSize: item.fontSize ?? 11, bold });
};

/** Draws a Vega-Lite spec without a browser: the same spec gives the same text, whatever was drawn before. */
export async function renderSvg(spec: TopLevelSpec, theme: Theme = 'light', idPrefix = 'seb'): Promise<string> {
  const { spec: compiled } = compile(spec, { config: themeConfig(theme), logger: strictLogger });
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', loader: closedLoader });
  try {
    await view.runAsync();
    return withOwnIds(await view.toSVG(), idPrefix);
  } finally {
    view.finalize();
  }
}

/** Vega numbers clips and gradients across all pictures of a process; here each picture counts from 0 under its prefix. */
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

/** A warning of the compiler means a picture that is not what was meant. */
const strictLogger = {
  level() {
    return strictLogger;
  },
  error(...parts: unknown[]): never {
    throw new Error(`figure: ${parts.join(' ')}`);
  },
  warn(...parts: unknown[]): never {
    throw new Error(`figure: ${parts.join(' ')}`);
  },
  info() {
    return strictLogger;
  },
  debug() {
    return strictLogger;
  },
};
