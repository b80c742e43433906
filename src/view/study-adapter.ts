import type { ReportFacts } from '../report/report-input.ts';
import type { Study } from './contract/contract.ts';

/** Results of an introspection study among these runs, if any. None is stored yet: this is where one is read from. */
export function studyOf(_facts: ReportFacts): Study | null {
  return null;
}
