import { association } from '../../src/experiments/association/index.ts';
import { difficulty } from '../../src/experiments/difficulty/index.ts';
import { know } from '../../src/experiments/know/index.ts';
import { restriction } from '../../src/experiments/restriction/index.ts';
import { stump } from '../../src/experiments/stump/index.ts';
import { verbatim } from '../../src/experiments/verbatim/index.ts';

/** The shipped experiments with the types of their items. */
export const typedExperiments = { association, restriction, difficulty, know, stump, verbatim } as const;
