import type { TopLevelSpec } from 'vega-lite';

interface Named {
  /** File name without extension: lower case, digits and hyphens. */
  readonly name: string;
  readonly title: string;
}

/** A picture, or the reason why it is absent. */
export type Figure =
  | (Named & { readonly kind: 'drawn'; readonly caption: string; readonly spec: TopLevelSpec })
  | (Named & { readonly kind: 'absent'; readonly reason: string });

export const schema = 'https://vega.github.io/schema/vega-lite/v6.json';
