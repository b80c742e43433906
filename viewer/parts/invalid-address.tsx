import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import * as z from 'zod';
import { useTitle } from './layout.tsx';
import { Said } from './text.tsx';

/** Shown in place of a screen whose address has an invalid part, or that failed. */
export function InvalidAddress({ error }: ErrorComponentProps) {
  useTitle('This page cannot be shown');
  return (
    <div role="alert">
      <h1>This page cannot be shown</h1>
      <p>
        <Said text={problemOf(error)} />
      </p>
      <p>
        <Link to="/">Go to the overview</Link>
      </p>
    </div>
  );
}

const issuesSchema = z.array(z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])) }));

/** Returns the message of an error; where the router refused the address, what is invalid in it. */
function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  try {
    const [issue] = issuesSchema.parse(JSON.parse(message));
    return `The address has an invalid value for ${issue?.path.join('.') ?? 'a field'}: ${issue?.message ?? 'invalid'}.`;
  } catch {
    return message;
  }
}
