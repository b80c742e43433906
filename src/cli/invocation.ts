import { basename } from 'node:path';

interface Called {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program that Node was given. */
  readonly program: string;
}

/** How this program was called, for a command that the reader is to copy: what npm runs is on no path. */
export function invocation(
  { environment, program }: Called = { environment: process.env, program: process.argv[1] ?? '' },
): string {
  const script = environment.npm_lifecycle_event;
  if (script === 'seb' || script === 'start') return 'npm run -s seb --';
  return script === 'npx' && basename(program) === 'seb' ? 'npx seb' : 'seb';
}
