import { basename } from 'node:path';

interface Called {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of the program that Node runs. */
  readonly program: string;
}

/** Returns how this program was called, for commands that the user can copy: programs that npm runs are not on the PATH. */
export function invocation(
  { environment, program }: Called = { environment: process.env, program: process.argv[1] ?? '' },
): string {
  const script = environment.npm_lifecycle_event;
  if (script === 'seb' || script === 'start') return 'npm run -s seb --';
  return script === 'npx' && basename(program) === 'seb' ? 'npx seb' : 'seb';
}
