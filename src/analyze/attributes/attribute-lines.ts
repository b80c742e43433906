import type { Measure } from '../../domain/measure.ts';

/** The difference of two groups on the same items, paired by cluster of items, with its jackknife interval and t. */
export interface Contrast {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  /** Two-sided, not adjusted. */
  readonly p: number | null;
  /** Units for which every model has a score. */
  readonly n: number;
}

/** One score of one model: a case of the analysis of attributes. */
export interface ModelScore {
  readonly model: string;
  readonly experiment: string;
  readonly measure: string;
  readonly unit: Measure['unit'];
  readonly value: number;
}

interface AttributeLine {
  readonly attribute: string;
  readonly experiment: string;
  readonly measure: string;
  readonly unit: Measure['unit'];
  /** Number of models behind the line. */
  readonly models: number;
  /** What the line does not show: `8 models, not randomized, no cause`. */
  readonly caution: string;
  /** Two-sided permutation test over makers; null without a test. */
  readonly p: number | null;
  /** `p` adjusted by Holm over all lines of the table. */
  readonly adjustedP: number | null;
  /** Why there is no test or no interval. */
  readonly reason?: string;
}

/** The models with one value of an attribute, and their mean score. */
export interface AttributeGroup {
  readonly level: string;
  readonly models: readonly string[];
  readonly mean: number;
}

/** Two values of a text attribute: mean score of the first group of models minus that of the second. */
export interface GroupContrast extends AttributeLine {
  readonly kind: 'groups';
  readonly first: AttributeGroup;
  readonly second: AttributeGroup;
  readonly difference: number;
  /** 95 % interval, leave-one-maker-out jackknife and t; null below eight makers. */
  readonly interval: readonly [number, number] | null;
  /**
   * The same difference paired by item, on the units for which every model of both groups has a score; its interval is over
   * items with these models fixed. Null where the models did not answer the same items.
   */
  readonly onSameItems: Contrast | null;
}

/** A number attribute against a score: rank correlation over models. */
export interface AttributeCorrelation extends AttributeLine {
  readonly kind: 'correlation';
  /** Spearman's correlation; null for fewer than 4 models or where a value does not vary. */
  readonly correlation: number | null;
  readonly interval: readonly [number, number] | null;
  readonly points: readonly AttributePoint[];
}

interface AttributePoint {
  readonly model: string;
  /** Value of the attribute; dates in years. */
  readonly x: number;
  readonly y: number;
}

export type AttributeResult = GroupContrast | AttributeCorrelation;

/** What attributes say about scores. Secondary: adjusted within this list, without effect on any verdict. */
export interface AttributeResults {
  readonly lines: readonly AttributeResult[];
  /** Models without a row in the table, and other limits, one sentence each. */
  readonly notes: readonly string[];
}

/** Returns the caution of a line over `models` models. */
export function cautionOf(models: number): string {
  return `${models} ${models === 1 ? 'model' : 'models'}, not randomized, no cause`;
}
