import type { Price } from '../domain/price.ts';
import type { LanguageModel } from './language-model.ts';

/** A model of the run, opened, with what it costs; `price` is null where unknown, zero prices where it is free. */
export interface OpenModel {
  readonly model: LanguageModel;
  readonly price: Price | null;
}
