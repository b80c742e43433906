import { Option } from 'commander';

/** Returns the flag that ignores the outcomes which are kept beside the answers, and replaces them. */
export function readAgainOption(): Option {
  return new Option('--read-again', 'read the answers again, although their outcomes are kept in the store');
}
