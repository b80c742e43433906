/**
 * Introspection studies. The package entry `self-execution-benchmark/study`. It only re-exports.
 * @module
 */
import './util/require-node.ts';

export { defineStudy, type StudyDesign } from './study/design/design.ts';
