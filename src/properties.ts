/**
 * Properties of answers that models can be asked to predict. The package entry
 * `self-execution-benchmark/properties`. It only re-exports.
 * @module
 */
import './util/require-node.ts';

export { comparableValue } from './experiments/property/properties/comparable.ts';
export { extractProperty, properties } from './experiments/property/properties/index.ts';
export type { Property, Shape } from './experiments/property/properties/property.ts';
