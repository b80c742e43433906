/**
 * Properties of answers that models can be asked to predict. The package entry
 * `self-execution-benchmark/properties`. It only re-exports.
 * @module
 */
import './util/require-node.ts';

export type { Property, Shape } from './experiments/property/properties.ts';
export { comparableValue, extractProperty, properties } from './experiments/property/properties.ts';
