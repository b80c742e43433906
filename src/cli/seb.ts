#!/usr/bin/env node
// Entry file of the package. Bundled, it is plain JavaScript for any Node version: only the version check is imported
// before the version check.
import { nodeHint, nodeProblem } from '../util/needed-node.ts';

const problem = nodeProblem();
if (problem === null) void start(process.argv.slice(2));
else {
  process.stderr.write(`seb: ${problem}\n     ${nodeHint}\n`);
  process.exitCode = 1;
}

/** Prints the version at once, because scripts ask for it often; otherwise starts the program. */
async function start(args: readonly string[]): Promise<void> {
  if (args.length === 1 && ['--version', '-v', '-V'].includes(args[0] ?? '')) {
    const { packageVersion } = await import('../util/package-files.ts');
    process.stdout.write(`${packageVersion()}\n`);
    return;
  }
  const { keepCompiled } = await import('./compile-cache.ts');
  keepCompiled();
  await import('./main.ts');
}
