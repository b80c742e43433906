import type { Price } from '../domain/price.ts';
import type { LanguageModel } from './language-model.ts';

/** An open model of the run with its price: null where unknown, zeros where it is free. */
export interface OpenModel {
  readonly model: LanguageModel;
  readonly price: Price | null;
}
