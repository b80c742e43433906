import { differenceScenarios } from './difference-scenarios.ts';
import { kindScenarios } from './kind-scenarios.ts';
import { logScenarios } from './log-scenarios.ts';
import { reportScenarios } from './report-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { sharedScenarios } from './shared-scenarios.ts';
import { strataScenarios } from './strata-scenarios.ts';
import { studyScenarios } from './study-scenarios.ts';

/** Data with known truth, on which the sentences of `seb report`, `seb compare` and `seb study import` are counted. */
export const scenarios: readonly Scenario[] = [
  ...reportScenarios,
  ...kindScenarios,
  ...sharedScenarios,
  ...strataScenarios,
  ...differenceScenarios,
  ...logScenarios,
  ...studyScenarios,
];
