#!/usr/bin/env node
// Entry file of the package. Compiled, it is plain JavaScript for any Node version: only the version check is imported
// before the version check.
import { nodeHint, nodeProblem } from '../util/needed-node.ts';

const problem = nodeProblem();
if (problem === null) void import('./main.ts');
else {
  process.stderr.write(`seb: ${problem}\n     ${nodeHint}\n`);
  process.exitCode = 1;
}
