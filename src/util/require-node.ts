/**
 * The first import of each entry of the package: throws an AppError on a version of Node that is too old, before another
 * module is evaluated.
 * @module
 */
import { AppError } from './app-error.ts';
import { nodeHint, nodeProblem } from './needed-node.ts';

const problem = nodeProblem();
if (problem !== null) throw new AppError('old-node', `self-execution-benchmark ${problem}`, { hint: nodeHint });
