import type { TopLevelSpec } from 'vega-lite';

/** A figure as data: for windows of two widths where it has panels. */
export interface FigureSpecs {
  readonly spec: TopLevelSpec;
  /** The same marks with panels below each other, for a phone; absent: the figure is scaled down or scrolls there. */
  readonly narrow?: TopLevelSpec;
}

interface Named {
  /** File name without extension: lower case, digits and hyphens. */
  readonly name: string;
  readonly title: string;
}

/** A picture, or the reason why it is absent. */
export type Figure =
  | (Named & FigureSpecs & { readonly kind: 'drawn'; readonly caption: string })
  | (Named & { readonly kind: 'absent'; readonly reason: string });

export const schema = 'https://vega.github.io/schema/vega-lite/v6.json';
