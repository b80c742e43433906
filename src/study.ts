/**
 * Introspection studies. The package entry `self-execution-benchmark/study`. It only re-exports.
 * @module
 */
export { defineStudy, type StudyDesign } from './study/design/design.ts';
