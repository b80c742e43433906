#!/usr/bin/env node
// Entry file of the package. Compiled, it is plain JavaScript for any Node version: nothing is imported before the
// version check.
import type {} from './main.ts';

const needed = [22, 18] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > needed[0] || (major === needed[0] && minor >= needed[1])) void import('./main.ts');
else {
  process.stderr.write(
    `seb: needs Node ${needed.join('.')} or newer, but this is ${process.versions.node}\n     install it from https://nodejs.org, or with your version manager\n`,
  );
  process.exitCode = 1;
}
